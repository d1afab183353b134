/// The shells that completion is written for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// What makes the shell ask `bookstall complete-words` for the words that could come next.
  ///
  /// The scripts know no command: what they offer is always what the installed binary takes.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// What the answer is where the shell shall offer files.
  static let files = ":files"

  private static let bashScript = """
    # bash completion of bookstall: eval "$(bookstall completion bash)"
    _bookstall() {
      mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" complete-words bash -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      if [[ ${COMPREPLY[0]-} == "\(files)" ]]; then
        COMPREPLY=()
        compopt -o default
      fi
    }
    complete -o nosort -F _bookstall bookstall

    """

  private static let zshScript = """
    #compdef bookstall
    # zsh completion of bookstall: write it to a file named _bookstall in a folder of $fpath
    _bookstall() {
      local line value typed
      local -a values lines
      # $PREFIX is the word that is being typed, without the quotation mark that it may begin with.
      typed=${(Q)PREFIX}
      # Between apostrophes a backslash is itself, and an apostrophe stands outside of them.
      [[ $compstate[quote] == "'" ]] && typed=${PREFIX//"'\\''"/"'"}
      for line in "${(@f)$("${(Q)words[1]}" complete-words zsh -- "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null)}"; do
        [[ -z $line ]] && continue
        if [[ $line == "\(files)" ]]; then
          _files
          return
        fi
        value=${line%%$'\\t'*}
        values+=("$value")
        # What differs in case or accents takes the place of what was typed, one candidate after the other.
        [[ $value != "$typed"* ]] && compstate[insert]=menu
        if [[ $line == *$'\\t'* ]]; then
          lines+=("$value  -- ${line#*$'\\t'}")
        else
          lines+=("$value")
        fi
      done
      (( $#values )) && compadd -U -V bookstall -l -d lines -- "${values[@]}"
    }
    if [[ $funcstack[1] == _bookstall ]]; then
      _bookstall "$@"
    else
      compdef _bookstall bookstall
    fi

    """

  private static let fishScript = """
    # fish completion of bookstall: bookstall completion fish > ~/.config/fish/completions/bookstall.fish
    function __bookstall_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l answer ($words[1] complete-words fish -- $words[2..-1] "$current" 2>/dev/null)
        if test "$answer[1]" = "\(files)"
            __fish_complete_path "$current"
        else
            string join \\n -- $answer
        end
    end
    complete -c bookstall -f -k -a '(__bookstall_complete)'

    """
}

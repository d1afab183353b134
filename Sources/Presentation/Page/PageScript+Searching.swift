extension PageScript {
  /// Lower case without accents and the letters that keyboards lack, as the command's own search compares texts.
  static let folding = #"""
    const plain={ß:"ss",æ:"ae",œ:"oe",ø:"o",ł:"l",đ:"d",ð:"d",ħ:"h",ı:"i",ŧ:"t",þ:"th",ς:"σ"};
    const fold=s=>/[^\0-\x7f]/.test(s)?s.normalize("NFD").replace(/[\p{Mn}\p{Me}]/gu,"")
    .replace(/[！-～]/g,c=>String.fromCharCode(c.charCodeAt(0)-0xfee0)).toLowerCase()
    .replace(/[ßæœøłđðħıŧþς]/g,c=>plain[c]):s.toLowerCase();

    """#

  /// The command's search for all words and "phrases" in any order.
  ///
  /// They stand at the start of words, or inside of them where no book has them so. A phrase is a list of words; a word
  /// alone is a list of one.
  static let searching = #"""
    const wordly=/[\p{Alphabetic}\p{M}\p{Nd}]/u;
    const spaceless=/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
    const quotes={'"':'"',"“":"”","„":"“”","«":"»","»":"«","「":"」","『":"』","《":"》","〈":"〉","＂":"＂"};
    const joiner=/[-\u2010\u2011'’.·・&\/_@＇．－]/,sign=/[\p{P}\p{Cc}\p{Z}<>|=~^`]/u;
    const pieces=t=>t.split(/\p{White_Space}+/u).filter(Boolean);
    const joined=piece=>{
    const groups=[[]];let word="";
    const end=()=>{if(word)groups.at(-1).push(word);word=""};
    for(const c of piece){
    if(c==="#"?wordly.test([...word].at(-1)||""):!sign.test(c))word+=c;
    else{end();if(!joiner.test(c))groups.push([])}
    }
    end();
    return groups.filter(g=>g.length);
    };
    const phrases=text=>{
    const found=[],loose=t=>pieces(t).forEach(p=>found.push(...joined(p)));
    let rest=text;
    for(let i=0;i<rest.length;i++){
    const past=quotes[rest[i]];
    let end=past?i+1:rest.length;
    while(end<rest.length&&!past.includes(rest[end]))end++;
    if(end>=rest.length)continue;
    loose(rest.slice(0,i));
    const inside=pieces(rest.slice(i+1,end)).flatMap(joined).flat();
    if(inside.length)found.push(inside);
    rest=rest.slice(end+1);i=-1;
    }
    loose(rest);
    return(found.length?found:pieces(text).map(p=>[p]))
    .map(p=>p.map(w=>({text:fold(w),free:spaceless.test(String.fromCodePoint(w.codePointAt(0)))})).filter(w=>w.text))
    .filter(p=>p.length);
    };
    const begins=(t,i)=>{
    if(!i)return true;
    const low=t.charCodeAt(i-1),c=low>=0xdc00&&low<0xe000?t.slice(Math.max(i-2,0),i):t[i-1];
    return spaceless.test(c)||!wordly.test(c);
    };
    const nextWord=(t,i)=>{
    for(let c;i<t.length;i+=c.length){
    c=String.fromCodePoint(t.codePointAt(i));
    const free=spaceless.test(c);
    if(wordly.test(c)||free&&/\p{Alphabetic}/u.test(c))return free||begins(t,i)?i:-1;
    }
    return -1;
    };
    const follows=(phrase,t,end)=>phrase.slice(1).every(w=>{
    const at=nextWord(t,end);end=at+w.text.length;return at>=0&&t.startsWith(w.text,at)});
    const stands=(phrase,t,anywhere)=>{
    const {text,free}=phrase[0];
    for(let i=0;(i=t.indexOf(text,i))>=0;){
    if(!(anywhere||free||begins(t,i))){i++;continue}
    i+=text.length;
    if(follows(phrase,t,i))return true;
    }
    return false;
    };
    const sought=(text,books)=>{
    const wanted=phrases(text);
    if(!wanted.length)return null;
    const having=(books,anywhere)=>books.filter(([,texts])=>wanted.every(p=>texts.some(t=>stands(p,t,anywhere))));
    const inside=having(books,true),starting=having(inside,false);
    return new Set((starting.length?starting:inside).map(([row])=>row));
    };

    """#
}

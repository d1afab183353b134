import Bookstall
import TestSupport

/// What tests ask of a page in its own language.
enum PageScripts {
  /// Texts that don't stand out enough from what is behind them, each with its ratio.
  ///
  /// Colours behind are composed from all that lies there; a gradient counts at its ends, and what lies over a picture
  /// counts over white, the worst case for white letters.
  static let faintTexts = #"""
    (()=>{
    const numbers=c=>{const m=c.match(/^rgba?\(([^)]+)\)$/);if(!m)throw new Error("colour "+c);
    const [r,g,b,a=1]=m[1].split(/[ ,\/]+/).map(Number);return {r,g,b,a}};
    const over=(t,u)=>({r:t.r*t.a+u.r*(1-t.a),g:t.g*t.a+u.g*(1-t.a),b:t.b*t.a+u.b*(1-t.a),a:1});
    const light=c=>{const f=v=>{v/=255;return v<=.04045?v/12.92:((v+.055)/1.055)**2.4};
    return .2126*f(c.r)+.7152*f(c.g)+.0722*f(c.b)};
    const ratio=(x,y)=>{const [a,b]=[light(x),light(y)].sort((p,q)=>q-p);return (a+.05)/(b+.05)};
    const behind=e=>{
    if(!e)return [{r:255,g:255,b:255,a:1}];
    const s=getComputedStyle(e);
    let under=e.matches(".caption,.tag,.leave")?[{r:255,g:255,b:255,a:1}]:null;
    const found=s.backgroundImage.match(/rgba?\([^)]+\)/g);
    if(found)under=found.map(numbers);
    const own=numbers(s.backgroundColor);
    if(own.a===1&&!found)return [own];
    return (under||behind(e.parentElement)).map(u=>found?u:over(own,u));
    };
    const faint=[];let seen=0;
    const walker=document.createTreeWalker(document.body,NodeFilter.SHOW_TEXT);
    for(let n;n=walker.nextNode();){
    const e=n.parentElement;
    if(!n.data.trim()||!e.checkVisibility()||e.closest(".unseen,.skip,script,style,option"))continue;
    const s=getComputedStyle(e);let strength=1;
    for(let p=e;p;p=p.parentElement)strength*=+getComputedStyle(p).opacity;
    const size=parseFloat(s.fontSize),large=size>=24||size>=18.66&&+s.fontWeight>=700;
    for(const u of behind(e)){
    const c=numbers(s.color);c.a*=strength;
    const r=ratio(over(c,u),u);
    if(r<(large?3:4.5))faint.push(n.data.trim().slice(0,30)+": "+r.toFixed(2));
    }
    seen++;
    }
    if(seen<8)faint.push("only "+seen+" texts were looked at");
    return [...new Set(faint)];
    })()
    """#

  /// Elements that stick out of the window sideways, but for what lies in a row that scrolls.
  static let wideElements = #"""
    [...document.querySelectorAll("body *")].filter(e=>{
    if(!e.checkVisibility()||e.closest("svg,.unseen,.skip:not(:focus)"))return false;
    for(let p=e.parentElement;p;p=p.parentElement)if(/auto|scroll|hidden|clip/.test(getComputedStyle(p).overflowX)
    &&p!==document.body)return false;
    const r=e.getBoundingClientRect();return r.right>innerWidth+.5||r.left<-.5;
    }).map(e=>e.localName+"."+e.className)
    """#

  /// Elements whose text is cut off, but for those that say so by an ellipsis.
  static let cutElements = #"""
    [...document.querySelectorAll("body *")].filter(e=>{
    if(!e.checkVisibility()||e.closest("svg,.unseen,.skip"))return false;
    const s=getComputedStyle(e);
    if(!/hidden|clip/.test(s.overflowY)||s.webkitLineClamp!=="none")return false;
    return e.scrollHeight>e.clientHeight+1;
    }).map(e=>e.localName+"."+e.className)
    """#

  /// axe-core's violations as `rule: element`, from the copy that `.dev/fetch-axe` brings.
  static func violations(in tab: Tab) throws -> [String] {
    let source = try axe()
    _ = try tab.value(source + ";0")
    return try tab.texts(
      """
      axe.run(document,{resultTypes:["violations"]}).then(r=>r.violations.flatMap(v=>v.nodes.map(n=>v.id+": "+n.target.join(" ")+" "+(n.failureSummary||"").slice(0,200))))
      """)
  }

  private static func axe(file: String = #filePath) throws -> String {
    let root = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    do {
      let bytes = try ByteSource(path: root + "/.build/axe/axe_playwright_python/axe.min.js")
      var text: [UInt8] = []
      while case let piece = try bytes.read(), !piece.isEmpty { text += piece }
      return String(decoding: text, as: UTF8.self)
    } catch {
      throw TestFailure("axe-core is not there; .dev/fetch-axe brings it")
    }
  }
}

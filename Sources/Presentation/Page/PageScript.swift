/// What makes the page quicker to use; without it everything can still be read.
enum PageScript {
  /// The script, in the order in which it runs.
  static let text =
    opening + drawings + folding + searching + keeping + finding + printing + moving + sheets + banners
    + closing

  private static let opening = """
    (()=>{"use strict";
    const root=document.documentElement;root.classList.add("js","opening");
    const one=(s,e=document)=>e.querySelector(s),all=(s,e=document)=>[...e.querySelectorAll(s)];
    addEventListener("DOMContentLoaded",()=>{

    """

  /// Pictures and stars of the detail views, which are drawn when their book is opened or printed: browsers copy each
  /// symbol wherever it is used, though nobody sees it.
  private static let drawings = """
    const waitingDrawings=new Map();
    const draw=e=>{(waitingDrawings.get(e)||[]).forEach(([s,u])=>s.append(u));waitingDrawings.delete(e)};
    const erase=e=>{
    const uses=all("use",e);
    if(uses.length)waitingDrawings.set(e,uses.map(u=>[u.parentNode,u]));
    uses.forEach(u=>u.remove());
    };
    all(".book").forEach(erase);

    """

  /// What was searched for and chosen stays through a reload and a way back to the page, in the tab's own memory; some
  /// browsers allow files none.
  private static let keeping = """
    const memory="bookstall "+location.pathname,fields=["find","genre","status","stars","sort"];
    const recall=()=>{
    if(!/reload|back/.test(performance.getEntriesByType("navigation")[0]?.type))return;
    try{Object.entries(JSON.parse(sessionStorage.getItem(memory))).forEach(([id,v])=>{const e=one("#"+id);if(e)e.value=v})}
    catch{}
    };
    addEventListener("pagehide",()=>{
    try{sessionStorage.setItem(memory,JSON.stringify(Object.fromEntries(fields.map(id=>[id,chosen(id)]))))}catch{}
    });

    """

  /// Search, filters and order of the list.
  ///
  /// Only the rows near the window are in the page; the others come as one gets there, so that long shelves open,
  /// answer and turn round at once. Hiding the others by style would cost a browser seconds. Their end, watched anew
  /// after each addition, tells again whether it is near: below the middle of the window, never above, where more rows
  /// would push away what one reads. Those before a book that one comes back from are made together, and browsers pass
  /// over the ones out of sight.
  ///
  /// What the search looks at is gathered while nothing else is to be done, so that the first letter waits for nothing.
  private static let finding = #"""
    const shelf=one("#shelf"),find=one("#find"),rows=all(".row",shelf),genre=one("#genre"),clear=one("#clear");
    const part=one("#part"),rest=one("#rest");
    const texts=[];
    let waiting=0,ordered=rows,kept=[],there=0;
    const chosen=id=>{const e=one("#"+id);return e?e.value:""};
    const book=row=>document.getElementById("book"+row.id.slice(3));
    const values=row=>{
    const b=book(row),parts=all("h1>bdi,.author>bdi,.review>bdi,.notes",b);
    if(one(".tag bdi",b))parts.push(one("#genre-"+row.dataset.genre+">.name"));
    return parts.map(e=>e.textContent).concat((b.dataset.find||"").split("\n")).map(fold);
    };
    const gather=goesOn=>{
    for(let row;(row=rows[texts.length])&&goesOn();)texts.push([row,values(row)]);
    return texts.length<rows.length;
    };
    const idle=self.requestIdleCallback||(f=>setTimeout(()=>{let n=20;f({timeRemaining:()=>n--})},50));
    const prepare=time=>{if(gather(()=>time.timeRemaining()>1))idle(prepare)};
    const upTo=count=>{
    const piece=document.createDocumentFragment();
    for(;there<count;there++)piece.append(kept[there]);
    shelf.append(piece);
    if(rest)rest.hidden=there>=kept.length;
    };
    const more=count=>{const some=there<kept.length;upTo(Math.min(there+count,kept.length));return some};
    const fill=list=>{
    if(list.length===kept.length&&list.every((row,i)=>row===kept[i]))return;
    kept=list;there=0;
    shelf.replaceChildren();shelf.classList.remove("deep");
    more(60);
    watch();
    };
    const end=document.createElement("div"),near=new IntersectionObserver(es=>{
    if(es.at(-1).isIntersecting&&more(60))watch();
    },{rootMargin:"-60% 0px 1500px"});
    const watch=()=>{near.unobserve(end);near.observe(end)};
    shelf.after(end);
    root.classList.remove("opening");
    const show=()=>{
    waiting=0;
    const text=find.value,kind=chosen("genre"),status=chosen("status"),stars=chosen("stars");
    if(text.trim())gather(()=>true);
    const hits=text.trim()?sought(text,texts):null;
    const fits=row=>{
    const d=row.dataset;
    return(!kind||d.genre===kind)&&(!status||d.status===status)
    &&(!stars||(stars==="0"?d.stars==="0":+d.stars>=+stars))&&(!hits||hits.has(row));
    };
    const list=ordered.filter(fits),n=list.length,of=rows.length;
    fill(list);
    one("#shown").textContent=n===of?n+(n===1?" book":" books"):n+" of "+of+" books";
    root.classList.toggle("some",n<of);one("#nothing").hidden=n>0;part.hidden=n<=60;
    clear.hidden=!(text||kind||status||stars);
    all(".genres a").forEach(a=>{
    if(a.id==="genre-"+(kind||"all"))a.setAttribute("aria-current","true");else a.removeAttribute("aria-current");
    });
    };
    const soon=()=>{if(!waiting)waiting=requestAnimationFrame(show)};
    const collator=new Intl.Collator(undefined,{sensitivity:"base",numeric:true});
    const order=()=>{
    const by=chosen("sort"),sorted=rows.map((row,i)=>({row,i,key:by==="title"?one(".name",row).textContent
    :by==="author"?one(".by",row).textContent:by==="rating"?+row.dataset.stars:row.dataset.added||""}));
    if(by)sorted.sort((a,b)=>(by==="rating"?b.key-a.key:by==="added"?(a.key<b.key)-(a.key>b.key)
    :collator.compare(a.key,b.key))||a.i-b.i);
    ordered=sorted.map(s=>s.row);show();
    };
    if(find){
    find.addEventListener("input",soon);
    const choose=kind=>{history.replaceState(null,"","#genre-"+(kind||"all"));place()};
    genre.addEventListener("change",()=>choose(genre.value));
    one(".genres").addEventListener("click",e=>{const a=e.target.closest("a");if(a&&a.hash===location.hash)place()});
    ["status","stars"].forEach(id=>{const e=one("#"+id);if(e)e.addEventListener("change",soon)});
    one("#sort").addEventListener("change",order);
    clear.addEventListener("click",()=>{
    find.value="";all(".tools select").forEach(s=>{if(s.id!=="sort")s.value=""});choose("");find.focus()});
    one("button",rest).addEventListener("click",()=>{
    const row=kept[there];more(60);one("a",row).focus({preventScroll:true})});
    recall();
    if(chosen("sort"))order();else show();
    idle(prepare);
    }

    """#

  /// Paper has the books that the list shows: with pictures and reviews, or, of many, as lines of a list.
  private static let printing = """
    addEventListener("beforeprint",()=>{
    const on=new Set(kept),many=on.size>\(PageContents.mostDetails),before=there;
    root.classList.toggle("many",many);
    rows.forEach(row=>{const b=book(row);b.hidden=!on.has(row);if(on.has(row)&&!many)draw(b);erase(row)});
    more(1/0);
    addEventListener("afterprint",()=>{
    rows.forEach(draw);
    for(;there>before;)kept[--there].remove();
    if(rest)rest.hidden=there>=kept.length;
    watch();
    },{once:true});
    });

    """

  /// Between the list and the detail views, by the address's fragment; a link to a genre chooses it.
  ///
  /// What is hidden comes back with `popstate`, before the browser looks for the place to scroll to.
  private static let moving = #"""
    const title=document.title;
    let leaving=false;
    const opened=()=>{
    const at=location.hash.slice(1),shown=/^book-\d+$/.test(at)&&document.getElementById(at);
    root.classList.toggle("reading",!!shown);
    return shown;
    };
    addEventListener("popstate",opened);
    addEventListener("keydown",e=>{
    if(e.key==="Escape"&&root.matches(".reading"))one(".back",document.getElementById(location.hash.slice(1))).click();
    });
    const place=()=>{
    const at=location.hash.slice(1),shown=opened(),over=all("dialog[open]").filter(d=>d.id!==at);
    over.forEach(d=>d.close());
    const name=shown&&one("h1",shown).textContent.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,"\ufffd");
    document.title=name&&name!==title?name+" · "+title:title;
    if(leaving||over.length&&!shown&&!/^snack-/.test(at)){leaving=false;return}
    if(shown)draw(shown),one("h1",shown).focus({preventScroll:true}),scrollTo(0,0);
    else if(/^genre-(\d+|all)$/.test(at)&&find){genre.value=at.slice(6).replace("all","");show()}
    else if(/^row-\d+$/.test(at)){
    const i=kept.findIndex(row=>row.id===at),a=i>=0&&one("a",kept[i]);
    if(i>=there)shelf.classList.add("deep"),more(i+60-there),watch();
    if(a)a.focus({preventScroll:true}),a.scrollIntoView({block:"center"});else if(find)one("#shown").focus();
    }
    else if(/^snack-\d+$/.test(at)){const d=document.getElementById(at);if(d&&!d.open)open(d)}
    };

    """#

  /// The sheets: a real modal dialog, closed by button, Escape, a click outside or a pull down; a press inside that ends
  /// outside, as when one selects text, is none.
  ///
  /// One that a card opened is a step of the history, so that going back closes it. Paper has all sheets in their places,
  /// and none above the others.
  private static let sheets = #"""
    const card=d=>one('.open[href="#'+d.id+'"]');
    const open=d=>{
    if(!root.matches(".covered"))root.style.setProperty("--bar",innerWidth-root.clientWidth+"px");
    root.classList.add("covered");
    d.showModal();one("h2",d).focus({preventScroll:true});
    const all=one(".sheet-all",d);
    all.scrollTop=0;d.style.setProperty("--side",all.offsetWidth-all.clientWidth+"px");
    d.classList.remove("calm");
    d.calming=setTimeout(()=>d.classList.add("calm"),5000);
    };
    const step=d=>{if(d.open)return;d.from=scrollY;history.pushState({sheet:d.id},"","#"+d.id);open(d)};
    all("dialog.sheet").forEach(d=>{
    d.addEventListener("close",()=>{
    if(d.onPaper){d.onPaper=false;return}
    clearTimeout(d.calming);d.style.translate="";root.classList.remove("covered");
    if(location.hash==="#"+d.id){
    if(history.state&&history.state.sheet===d.id){leaving=true;history.back()}
    else history.replaceState(null,"","#bar"+d.id.slice(5));
    }
    const c=card(d),from=d.from;d.from=undefined;
    if(c)c.focus({preventScroll:from!==undefined});
    if(from!==undefined&&!root.matches(".reading"))scrollTo({top:from,behavior:"instant"});
    });
    const outside=e=>{
    const r=d.getBoundingClientRect();
    return e.target===d&&(e.clientY<r.top||e.clientX<r.left||e.clientX>r.right||e.clientY>r.bottom);
    };
    let pressed=false;
    d.addEventListener("pointerdown",e=>{pressed=outside(e)});
    d.addEventListener("click",e=>{if(pressed&&d.open&&outside(e))d.close()});
    const grip=one(".sheet-view",d);let from=null;
    grip.addEventListener("pointerdown",e=>{from=e.clientY;grip.setPointerCapture(e.pointerId)});
    grip.addEventListener("pointermove",e=>{if(from!==null)d.style.translate="0 "+Math.max(0,e.clientY-from)+"px"});
    const drop=e=>{if(from===null)return;const far=e.clientY-from;from=null;d.style.translate="";if(far>120)d.close()};
    grip.addEventListener("pointerup",drop);grip.addEventListener("pointercancel",drop);
    });
    addEventListener("beforeprint",()=>{
    const d=one("dialog[open]");if(!d)return;
    d.onPaper=true;d.close();
    addEventListener("afterprint",()=>{d.showModal();one("h2",d).focus({preventScroll:true})},{once:true});
    });
    all(".open").forEach(a=>{
    const d=document.getElementById(a.hash.slice(1));if(!d||!d.showModal)return;
    a.setAttribute("role","button");a.setAttribute("aria-haspopup","dialog");
    a.addEventListener("click",e=>{e.preventDefault();step(d)});
    a.addEventListener("keydown",e=>{if(e.key===" "){e.preventDefault();step(d)}});
    });

    """#

  /// Captions rise when their banner comes into view; arrow keys scroll rows that lie sideways by one piece.
  private static let banners = #"""
    if("IntersectionObserver"in window){
    const seen=new IntersectionObserver(es=>es.forEach(e=>e.target.classList.toggle("seen",e.isIntersecting)),{threshold:.4});
    all(".banner").forEach(b=>{b.classList.add("rises");seen.observe(b)});
    }
    all(".carousel").forEach(c=>c.addEventListener("keydown",e=>{
    const way=e.key==="ArrowRight"?1:e.key==="ArrowLeft"?-1:0,piece=one("li",c);
    if(!way||!piece||e.target!==c)return;
    e.preventDefault();
    const next=piece.nextElementSibling,step=next?next.offsetLeft-piece.offsetLeft:piece.offsetWidth;
    c.scrollBy({left:way*step,behavior:matchMedia("(prefers-reduced-motion:reduce)").matches?"auto":"smooth"});
    }));

    """#

  private static let closing = """
    addEventListener("hashchange",place);place();
    });
    })();
    """
}

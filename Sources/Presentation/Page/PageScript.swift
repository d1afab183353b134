/// What makes the page quicker to use; without it everything can still be read.
enum PageScript {
  /// The script, in the order in which it runs.
  static let text = opening + drawings + finding + moving + sheets + banners + closing

  private static let opening = """
    (()=>{"use strict";
    const root=document.documentElement;root.classList.add("js","opening");
    const one=(s,e=document)=>e.querySelector(s),all=(s,e=document)=>[...e.querySelectorAll(s)];
    addEventListener("DOMContentLoaded",()=>{

    """

  /// Pictures and stars of the detail views, which are drawn when their book is opened or printed: browsers copy each
  /// symbol wherever it is used, though nobody sees it.
  private static let drawings = """
    const waitingDrawings=new Map(all(".book").map(b=>[b,all("use",b).map(u=>[u.parentNode,u])]));
    waitingDrawings.forEach(d=>d.forEach(([,u])=>u.remove()));
    const draw=b=>{(waitingDrawings.get(b)||[]).forEach(([s,u])=>s.append(u));waitingDrawings.delete(b)};

    """

  /// Search, filters and order of the list.
  ///
  /// Only the rows near the window are in the page; the others come as one gets there, so that long shelves open,
  /// answer and turn round at once. Hiding the others by style would cost a browser seconds. Their end, watched anew
  /// after each addition, tells again whether it is near.
  private static let finding = #"""
    const shelf=one("#shelf"),find=one("#find"),rows=all(".row",shelf),genre=one("#genre");
    const fold=s=>s.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase();
    let texts,waiting=0,ordered=rows,kept=[];
    const chosen=id=>{const e=one("#"+id);return e?e.value:""};
    const book=row=>document.getElementById("book"+row.id.slice(3));
    let more=()=>false;
    const fill=list=>{
    if(list.length===kept.length&&list.every((row,i)=>row===kept[i]))return;
    kept=list;
    let i=0;
    const next=count=>{
    const part=document.createDocumentFragment();
    for(const past=Math.min(i+count,list.length);i<past;i++)part.append(list[i]);
    return part;
    };
    shelf.replaceChildren(next(60));
    more=count=>{if(i>=list.length)return false;shelf.append(next(count));return true};
    watch();
    };
    const end=document.createElement("div"),near=new IntersectionObserver(es=>{
    if(es.at(-1).isIntersecting&&more(60))watch();
    },{rootMargin:"1500px"});
    const watch=()=>{near.unobserve(end);near.observe(end)};
    shelf.after(end);
    root.classList.remove("opening");
    const show=()=>{
    waiting=0;
    const words=fold(find.value).split(/\s+/).filter(Boolean),kind=chosen("genre"),status=chosen("status"),stars=chosen("stars");
    if(words.length&&!texts)texts=new Map(rows.map(r=>[r,fold(r.textContent+" "+book(r).textContent)]));
    const fits=row=>{
    const d=row.dataset;
    return(!kind||d.genre===kind)&&(!status||d.status===status)
    &&(!stars||(stars==="0"?d.stars==="0":+d.stars>=+stars))&&words.every(w=>texts.get(row).includes(w));
    };
    const list=ordered.filter(fits),n=list.length,of=rows.length;
    fill(list);
    one("#shown").textContent=n===of?n+(n===1?" book":" books"):n+" of "+of+" books";
    one("#nothing").hidden=n>0;
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
    one("#clear").addEventListener("click",()=>{
    find.value="";all(".tools select").forEach(s=>{if(s.id!=="sort")s.value=""});choose("");find.focus()});
    addEventListener("beforeprint",()=>{
    more(1/0);
    const on=new Set(kept);
    rows.forEach(r=>{const b=book(r);b.hidden=!on.has(r);draw(b)});
    });
    if(chosen("sort"))order();else show();
    }

    """#

  /// Between the list and the detail views, by the address's fragment; a link to a genre chooses it.
  ///
  /// What is hidden comes back with `popstate`, before the browser looks for the place to scroll to.
  private static let moving = #"""
    const title=document.title;
    const opened=()=>{
    const at=location.hash.slice(1),shown=/^book-\d+$/.test(at)&&document.getElementById(at);
    root.classList.toggle("reading",!!shown);
    return shown;
    };
    addEventListener("popstate",opened);
    const place=()=>{
    const at=location.hash.slice(1),shown=opened();
    all("dialog[open]").forEach(d=>{if(d.id!==at)d.close()});
    const name=shown&&one("h1",shown).textContent;
    document.title=name&&name!==title?name+" · "+title:title;
    if(shown)draw(shown),one("h1",shown).focus({preventScroll:true}),scrollTo(0,0);
    else if(/^genre-(\d+|all)$/.test(at)&&find){genre.value=at.slice(6).replace("all","");show()}
    else if(/^row-\d+$/.test(at)){
    let a=one("#"+at+" a");
    while(!a&&more(60))a=one("#"+at+" a");
    if(a)a.focus({preventScroll:true}),a.scrollIntoView({block:"center"});
    }
    else if(/^snack-\d+$/.test(at)){const d=document.getElementById(at);if(d&&!d.open)open(d)}
    };

    """#

  /// The sheets: a real modal dialog, closed by button, Escape, a click outside or a pull down.
  private static let sheets = #"""
    const card=d=>one('.open[href="#'+d.id+'"]');
    const open=d=>{
    if(!root.matches(".covered"))root.style.setProperty("--bar",innerWidth-root.clientWidth+"px");
    root.classList.add("covered");
    d.showModal();one("h2",d).focus({preventScroll:true});one(".sheet-all",d).scrollTop=0;
    d.classList.remove("calm");
    d.calming=setTimeout(()=>d.classList.add("calm"),5000);
    };
    all("dialog.sheet").forEach(d=>{
    d.addEventListener("close",()=>{
    clearTimeout(d.calming);d.style.translate="";root.classList.remove("covered");
    if(location.hash==="#"+d.id)history.replaceState(null,"","#bar"+d.id.slice(5));
    const c=card(d);if(c)c.focus();
    });
    d.addEventListener("click",e=>{if(e.target===d&&d.open){
    const r=d.getBoundingClientRect();
    if(e.clientY<r.top||e.clientX<r.left||e.clientX>r.right||e.clientY>r.bottom)d.close()}});
    const grip=one(".sheet-view",d);let from=null;
    grip.addEventListener("pointerdown",e=>{from=e.clientY;grip.setPointerCapture(e.pointerId)});
    grip.addEventListener("pointermove",e=>{if(from!==null)d.style.translate="0 "+Math.max(0,e.clientY-from)+"px"});
    const drop=e=>{if(from===null)return;const far=e.clientY-from;from=null;d.style.translate="";if(far>120)d.close()};
    grip.addEventListener("pointerup",drop);grip.addEventListener("pointercancel",drop);
    });
    all(".open").forEach(a=>{
    const d=document.getElementById(a.hash.slice(1));if(!d||!d.showModal)return;
    a.setAttribute("role","button");a.setAttribute("aria-haspopup","dialog");
    a.addEventListener("click",e=>{e.preventDefault();open(d)});
    a.addEventListener("keydown",e=>{if(e.key===" "){e.preventDefault();open(d)}});
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

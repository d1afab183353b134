extension PageStyle {
  static let guide = """
    #snacks>.title{margin-inline:0;text-align:center}
    .carousel{overflow-x:auto;overscroll-behavior-x:contain;scroll-snap-type:x proximity}
    .carousel:focus-visible{outline-offset:-3px}
    .carousel ul{display:flex;align-items:flex-start}
    .carousel li{flex:none;scroll-snap-align:start}
    #banners{margin-top:.75rem}
    .banner{width:min(480px,100%)}
    .view{position:relative;aspect-ratio:3/2;overflow:hidden;container-type:inline-size}
    .view .art{height:100%}
    .view .caption{position:absolute;left:6.5625%;bottom:8.59375%;width:59.375%;min-height:32.8125%;\
    border-left:4px solid var(--ColorBrownMedium);background:var(--ColorBlackTransparentLight);color:#fff;\
    display:flex;flex-direction:column;gap:6px;padding:2.5cqw 20px 6px 4.2%}
    .headline{font:700 clamp(1rem,4.6cqw,1.4rem)/1.25 var(--serif);text-shadow:0 1px 3px #000}
    .subheadline{font-size:clamp(.8rem,2.75cqw,.84rem);line-height:1.5;text-wrap:balance}
    .banner figcaption{padding:.6rem 1rem 0 6.5625%;font-size:.92rem;color:var(--dim)}
    .banner figcaption b{color:var(--text)}
    .ways,.bars{width:min(640px,100% - 2*var(--gutter));margin:2.5rem auto 0}
    .ways-table{display:grid;grid-template-columns:1fr auto 1fr;gap:clamp(.5rem,3vw,1.5rem);font-size:16px;\
    padding-block:.5rem}
    .ways-table li{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 .5rem;\
    padding:.5rem 0;min-height:calc(var(--icon) + 1rem)}
    .ways-table li+li{border-top:1px solid var(--rule)}
    .ways-right li{flex-direction:row-reverse}
    .ways-left span{text-align:end}
    .way-icon{width:var(--icon);height:var(--icon);flex:none;fill:currentColor;color:var(--ColorBrownAdaptive)}
    .ways-middle{display:grid;grid-template-rows:1fr auto 1fr;justify-items:center;gap:.5rem;\
    color:var(--ColorBrownAdaptive)}
    .ways-middle .line{width:1px;background:var(--rule)}
    .heart{width:1.9rem;height:1.9rem}
    @media (max-width:30rem){.ways-table li{flex-flow:column;align-items:flex-start}\
    .ways-right li{align-items:flex-end}}
    .foods{margin-top:2.5rem}
    .foods>.title{width:min(656px,100% - 2*var(--gutter) + 16px);margin-inline:auto}
    .foods .carousel{--start:max(60px,50% - 260px);container-type:inline-size;scroll-padding-left:var(--start)}
    .foods .carousel ul{gap:60px;padding:.5rem 20px 1rem var(--start);width:max-content}
    .food{width:300px;max-width:calc(100cqw - 100px)}
    .food h4{font-weight:700;margin-bottom:.6rem;min-height:1.55em}
    .food h4 .en{font-weight:400;font-size:.92em}
    .box{position:relative;min-height:135px;display:flex;align-items:center;border-radius:12px;color:#fff;\
    background:linear-gradient(90deg,var(--ColorBrownMedium),var(--ColorBrownLight));padding:3px 10px 3px 55px}
    .fact{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:6;overflow:hidden;\
    font-size:13px;line-height:1.5}
    .box:hover .fact{-webkit-line-clamp:none}
    .fact-en{font-size:.88rem;line-height:1.5;padding-top:.6rem}
    .ring{position:absolute;left:0;top:50%;translate:-50% -50%;width:90px;height:90px;border-radius:50%;\
    background:var(--bg);display:grid;place-items:center}
    .ring::before,.ring::after,.ring .art{grid-area:1/1;border-radius:50%}
    .ring::before{content:"";width:82px;height:82px;\
    background:linear-gradient(90deg,var(--ColorBrownLight),var(--ColorBrownMedium))}
    .ring::after{content:"";width:74px;height:74px;background:#fff;z-index:1}
    .ring .art{width:66px;height:66px;z-index:2;position:relative;\
    background:linear-gradient(var(--sky) -26.667%,var(--ground) 106.667%)}
    .bars>ul{display:grid;gap:20px}
    .card{position:relative;background:var(--card);border-radius:12px;overflow:hidden;\
    box-shadow:0 2px 8px #00000029,0 6px 20px #00000014}
    .card-view{position:relative}
    .mark{position:absolute;top:22px;right:20px;width:24px;height:24px;color:#fff;\
    filter:drop-shadow(0 0 1px #000) drop-shadow(0 1px 3px #000)}
    .card-text{padding:1rem 1.25rem 1.25rem;display:grid;gap:.35rem}
    .card h4{font:700 1.3rem/1.35 var(--serif)}
    .card h4 .en{font-size:.72em;font-weight:400}
    .open{text-decoration:none}
    .open::after{content:"";position:absolute;inset:0;border-radius:12px}
    .open:focus-visible{outline:none}
    .open:focus-visible::after{outline:3px solid var(--focus-ring);outline-offset:-3px}
    .card:hover .open{text-decoration:underline}
    .card .rate .stars,.sheet .rate .stars{height:1.25rem}
    .service{display:flex;flex-wrap:wrap;gap:.35rem 12px;margin-top:.35rem;font-size:.9rem;color:var(--dim)}
    .service li{display:flex;align-items:center;gap:.35rem;padding-right:.75rem}
    .service b{color:var(--text);font-variant-numeric:tabular-nums}
    .icon{width:1.2rem;height:1.2rem;flex:none}
    .end{display:flex;flex-direction:column;gap:20px;padding:16px 16px 101px;text-align:center;max-width:640px;\
    margin:3.5rem auto 0}
    .end-title{font:700 1.3rem/1.4 var(--serif);\
    color:var(--ColorBrownAdaptive)}
    .end-title .en{font-size:.8em;font-weight:400}
    .end-text .en{display:block}

    """

  static let sheet = """
    .sheet{position:fixed;inset:auto 0 0 0;width:100%;max-width:640px;margin:0 auto;padding:0;border:0;\
    border-radius:16px 16px 0 0;background:var(--card);color:var(--text);overflow:hidden;box-shadow:0 -4px 32px #00000066}
    .sheet-all{max-height:94vh;max-height:94dvh;overflow:auto;overscroll-behavior:contain}
    .sheet:focus{outline:none}
    .sheet::backdrop{background:#0009}
    :root.covered{overflow:hidden}
    .covered body{padding-right:var(--bar)}
    :root:not(.js) dialog:target{display:block;z-index:3;box-shadow:0 0 0 100vmax #0009}
    :root:not(.js):has(dialog:target){overflow:hidden}
    .sheet-view{position:relative;touch-action:pan-x;cursor:grab}
    .leave{position:absolute;z-index:1;top:24px;right:calc(20px + var(--side,0px))}
    button{font:inherit}
    .leave button,a.leave{display:grid;place-items:center;width:44px;height:44px;padding:0;border:1px solid #0000;\
    border-radius:50%;background:#0009;color:#fff;cursor:pointer}
    .js a.leave,:root:not(.js) form.leave{display:none}
    .leave :focus-visible,a.leave:focus-visible{outline-color:#fff;border-radius:50%;box-shadow:0 0 0 6px #000}
    .pulse{width:24px;height:24px;filter:drop-shadow(0 1px 3px #000)}
    .sheet-text{padding:12px 24px 3rem}
    .sheet-title{font:700 1.9rem/1.3 var(--serif);\
    color:var(--ColorBrownAdaptive);margin:.5rem 0 .25rem}
    .sheet-title .en{font-size:.6em;font-weight:400}
    .sheet .title{margin-top:1.75rem}
    .sheet p .en{display:block;margin-top:.15rem;font-size:.94em}
    .sheet hr{border:0;border-top:1px solid var(--rule);opacity:.5;margin:.9rem 0}
    .method li{min-height:100px;display:flex;flex-direction:column;align-items:center;justify-content:center;\
    gap:.6rem;text-align:center;padding-block:.6rem}
    .method p{text-wrap:balance}
    .chevron{width:42px;height:42px;color:var(--ColorBrownAdaptive)}
    @media (max-width:30rem){.title .en,.sheet-title .en,.card h4 .en,.tempting .en{display:block}\
    .service{display:grid;grid-template-columns:repeat(3,minmax(0,auto));justify-content:space-between;gap:0 .5rem;\
    font-size:.84rem}\
    .service li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px .35rem;align-content:start;padding:0}\
    .service b{grid-column:1/-1}}

    """

  /// Everything that moves, for those who have not asked for stillness.
  static var motion: String {
    """
    @media screen and (prefers-reduced-motion:no-preference){
    .rises:not(.seen) .caption{translate:0 104.762%}
    .rises.seen .caption{translate:0;transition:translate \(Decimal.text(of: CaptionCurve.seconds))s \
    \(Decimal.text(of: CaptionSpring().delay))s \(CaptionCurve.easing)}
    .sheet[open]{translate:0;transition:translate .45s cubic-bezier(.2,.8,.2,1),overlay .45s allow-discrete,\
    display .45s allow-discrete}
    .sheet{translate:0 100%;transition:translate .3s ease-in,overlay .3s allow-discrete,display .3s allow-discrete}
    :root:not(.js) .sheet{translate:0}
    @starting-style{.sheet[open]{translate:0 100%}}
    .pulse{animation:pulse 1.5s ease-in-out infinite alternate}
    :root:not(.js) .pulse{animation-iteration-count:3}
    .leave:hover .pulse,.leave:focus-within .pulse{animation-play-state:paused}
    .calm .pulse{animation:none}
    @keyframes pulse{from{opacity:.6;scale:.8}to{opacity:1;scale:1.2}}
    .row>a{transition:box-shadow .2s}
    .row>a:hover,.card:hover{box-shadow:0 2px 4px #0000002e,0 10px 28px #00000024}
    }

    """
  }

  /// Forced colours.
  static let media = """
    @media (forced-colors:active){
    .on{fill:CanvasText;stroke:CanvasText}
    .off{fill:none;stroke:CanvasText}
    .gold,.none,.brown{fill:CanvasText}
    .track{fill:none}
    .way-icon,.chevron{color:CanvasText}
    .ways-middle .line{background:CanvasText}
    .tag,.view .caption,.box,.leave button,a.leave{background:Canvas;border:1px solid CanvasText;color:CanvasText}
    .row>a,.panel,.card,.sheet{border:1px solid CanvasText}
    .mark{color:#fff;forced-color-adjust:none}
    .ring,.ring::before,.ring::after{forced-color-adjust:none}
    .genres a[aria-current],.more:not([open]):has([aria-current])>summary,:root:not(.js) .genres a:target,\
    :root:not(.js):not(:has(.genres a:target)) .genres .all{background:Highlight;color:HighlightText;forced-color-adjust:none}
    }

    """
}

/// The spring of a banner's caption as an easing of CSS.
enum CaptionCurve {
  /// Seconds of the movement.
  static let seconds = 2.25
  private static let steps = 20

  /// What is done of the way at equal steps; beyond 1 where it swings over.
  static var easing: String {
    let spring = CaptionSpring()
    let points = (0...steps).map { step -> String in
      if step == steps { return "1" }
      let time = spring.delay + seconds * Double(step) / Double(steps)
      return Decimal.text(of: (spring.end - spring.offset(at: time)) / (spring.start - spring.end) + 1)
    }
    return "linear(\(points.joined(separator: ",")))"
  }
}

/// The page's style: colours from the one palette, then the looks of each part.
enum PageStyle {
  /// All of it, for a page with these pictures and so many genres in its row of links.
  static func text(art: PageArt, genres: Int) -> String {
    palette + base + fonts + books + detail + numbers + guide + sheet + motion + media + paper + art.style
      + withoutScript(genres: genres)
  }

  /// The palette's colours under the palette's names.
  private static var palette: String {
    func colours(_ theme: Theme) -> String {
      PaletteColour.allCases.map { name in
        let digits = String(Int(name.opacity) + 256, radix: 16).dropFirst()
        let opacity = name.opacity < 255 ? String(digits) : ""
        return "--\(name.rawValue):\(name.rgb(in: theme).hex)\(opacity)"
      }.joined(separator: ";")
    }
    return ":root{color-scheme:light dark;--icon:\(CookingIcon.side)px;\(colours(.light))}"
      + "@media screen and (prefers-color-scheme:dark){:root{\(colours(.dark))}}\n"
  }

  /// Links to genres choose by the address alone where no script does it.
  private static func withoutScript(genres: Int) -> String {
    (0..<genres).map { number in
      ":root:not(.js):has(#genre-\(number):target) .row:not([data-genre=\"\(number)\"]){display:none}"
    }.joined()
  }

  private static let base = """
    *{box-sizing:border-box}
    html{font:100%/1.55 var(--sans);-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding:1rem}
    body{margin:0;background:var(--bg);color:var(--text);overflow-wrap:anywhere;overflow-x:clip}
    h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}
    ul,ol{list-style:none}
    p,dd{text-wrap:pretty}
    a{color:var(--ColorBrownAdaptive);text-underline-offset:.2em}
    svg[hidden]{display:none}
    svg{display:block}
    .s{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
    .l{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
    .full{fill:currentColor}
    polygon{fill-rule:evenodd}
    .on{fill:var(--star-on);stroke:var(--star-on)}
    .off{fill:none;stroke:var(--star-off)}
    .art{width:100%;height:auto;fill:currentColor;background:linear-gradient(var(--sky),var(--ground));\
    forced-color-adjust:none}
    :focus-visible{outline:3px solid var(--focus-ring);outline-offset:3px;border-radius:4px}
    h1:focus,h2:focus,main:focus{outline:none}
    .unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);\
    white-space:nowrap}
    .skip{position:absolute;z-index:2;left:1rem;top:1rem;padding:.6rem 1rem;background:var(--card);border-radius:8px}
    :root{--gutter:clamp(1rem,4vw,2.5rem)}
    #books,#numbers,.genres{max-width:72rem;margin-inline:auto;padding-inline:var(--gutter)}
    .mast{padding-inline:max(var(--gutter),50% - 36rem + var(--gutter))}
    main>section{margin-top:4rem}
    main>#books{margin-top:1.25rem}
    .title{font:700 1.75rem/1.3 var(--serif);color:var(--ColorBrownAdaptive);padding:8px;margin-inline:-8px}
    .title .en{font-size:.62em;font-weight:400;color:var(--dim)}
    .en{color:var(--dim)}
    .mast{display:grid;gap:1.5rem 2.5rem;align-items:center;padding-block:clamp(1.25rem,5vw,3.5rem) 1.5rem;\
    grid-template-columns:minmax(0,1fr)}
    .mast-art{border-radius:16px;overflow:hidden}
    .mast h1{font:700 clamp(2.25rem,6vw,3.75rem)/1.1 var(--serif);color:var(--ColorBrownAdaptive);letter-spacing:-.01em}
    .dotted{display:flex;flex-wrap:wrap;margin-left:-.9em;clip-path:inset(0 0 0 .9em)}
    .dotted>*{position:relative;padding-left:.9em;min-width:0}
    .dotted>*::before{position:absolute;left:0;width:.9em;text-align:center;content:"·";content:"·"/""}
    .facts{margin-top:.75rem;color:var(--dim);font-size:1.05rem}
    .stamp{color:var(--dim)}
    .ways-in{display:flex;flex-wrap:wrap;gap:.25rem clamp(.75rem,3vw,1.5rem);margin-top:1rem}
    .ways-in a{display:inline-block;padding:.3rem 0;font-weight:600}
    .genres ul{display:flex;flex-wrap:wrap;gap:.5rem;padding-block:.5rem}
    .genres li{min-width:0;max-width:min(22rem,100%)}
    .genres a,.more>summary{display:inline-flex;gap:.5rem;align-items:baseline;padding:.35rem .9rem;\
    border:1px solid var(--rule);border-radius:1.1rem;text-decoration:none;color:var(--text);background:var(--card);\
    max-width:100%}
    .genres .name{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .genres a:hover,.more>summary:hover{border-color:var(--ColorBrownAdaptive)}
    .genres a[aria-current],.more:not([open]):has([aria-current])>summary,:root:not(.js) .genres a:target,\
    :root:not(.js):not(:has(.genres a:target)) .genres .all{background:var(--ColorBrownMedium);\
    border-color:var(--ColorBrownMedium);color:#fff}
    .genres .count{font-size:.85em;opacity:.85;font-variant-numeric:tabular-nums}
    .more>summary{cursor:pointer;list-style:none;color:var(--ColorBrownAdaptive)}
    .more>summary::-webkit-details-marker{display:none}
    .more>summary::after{content:"▾";content:"▾"/""}
    .more[open]>summary::after{rotate:180deg}
    @media (max-width:24rem){.ways-in{font-size:.9rem;justify-content:space-between}}
    @media (max-width:40rem){.genres{padding-inline:0}.genres>ul{flex-wrap:nowrap;overflow-x:auto;\
    padding:.5rem 1rem;scrollbar-width:thin}.genres>ul>li{flex:none;max-width:16rem}\
    .more{padding-inline:1rem}}
    @media (min-width:40rem){.mast{grid-template-columns:minmax(0,1.2fr) minmax(0,1fr)}.mast-art{order:2}}

    """

  /// Latin fonts first, since Chinese ones draw Latin letters too; for each East Asian language its own before them.
  private static let fonts = """
    :root{--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
    --serif:"Iowan Old Style","Palatino Linotype",Palatino,Georgia,"Noto Serif","DejaVu Serif","Liberation Serif",serif}
    :lang(zh){--own:"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC";\
    --own-serif:"Songti SC","Noto Serif CJK SC","Noto Serif SC",SimSun}
    :lang(ja){--own:"Hiragino Sans","Yu Gothic","Noto Sans CJK JP","Noto Sans JP";\
    --own-serif:"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP","Noto Serif JP"}
    :lang(ko){--own:"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Noto Sans KR";\
    --own-serif:AppleMyungjo,Batang,"Noto Serif CJK KR","Noto Serif KR"}
    :lang(zh),:lang(ja),:lang(ko){font-family:var(--own),var(--sans)}
    :is(.title,.mast h1,.row .name,.headline,.card h4,.sheet-title,.end-title) :is(:lang(zh),:lang(ja),:lang(ko)){\
    font-family:var(--own-serif),var(--serif)}

    """

  private static let books = """
    .tools{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.75rem 1rem;\
    align-items:end;margin:.75rem 0 1.25rem}
    .tools .find{grid-column:1/-1}
    @media (min-width:36rem){.tools{grid-template-columns:repeat(4,minmax(0,1fr))}}
    @media (min-width:60rem){.tools{grid-template-columns:minmax(0,2.2fr) repeat(4,minmax(0,1fr))}\
    .tools .find{grid-column:auto}}
    :root:not(.js) .tools{display:none}
    .tools label{display:block;font-size:.9rem;color:var(--dim)}
    .tools input,.tools select,#clear,#rest button{display:block;width:100%;margin-top:.2rem;padding:.6rem .75rem;\
    font:inherit;font-size:1rem;color:var(--text);background:var(--card);border:1px solid var(--rule);border-radius:10px;\
    min-height:2.875rem}
    .tools input::placeholder{color:var(--dim);opacity:1}
    #clear,#rest button{display:inline-block;width:auto;min-height:0;margin:0;padding:.35rem .9rem;cursor:pointer;\
    color:var(--ColorBrownAdaptive)}
    #clear[hidden]{display:none}
    #rest{padding:1.5rem 0;text-align:center}
    #rest[hidden]{display:none}
    .shown{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:0 .4rem;align-items:center;color:var(--dim);\
    font-size:.95rem;min-height:2.4em}
    .shown button{margin-left:.5rem}
    .empty,#nothing{padding:2.5rem 0;color:var(--dim)}
    .shelf{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(21rem,100%),1fr));gap:1rem}
    .row{min-width:0}
    .deep .row{content-visibility:auto;contain-intrinsic-size:auto 8.5rem}
    .opening .row:nth-child(n+61){display:none}
    .row>a{display:grid;grid-template-columns:7.25rem minmax(0,1fr);height:100%;min-height:8.5rem;overflow:hidden;\
    background:var(--card);border-radius:14px;text-decoration:none;color:var(--text);\
    box-shadow:0 1px 2px #0000001f,0 4px 14px #0000000f}
    .row>a:hover .name{text-decoration:underline}
    .row>a:focus-visible{outline-offset:-3px;border-radius:14px}
    @media (max-width:24rem){.row>a{grid-template-columns:5.5rem minmax(0,1fr)}}
    .row .art{height:100%}
    .row .what{display:flex;flex-direction:column;gap:.15rem;padding:.8rem 1rem;min-width:0;overflow:hidden}
    .row .name{font:600 1.12rem/1.3 var(--serif)}
    .row .by{color:var(--dim)}
    .row .meta{font-size:.86rem;color:var(--dim)}
    .row .rate{margin-top:auto;padding-top:.3rem}
    .rate{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .6rem}
    .rate .stars{height:1.2rem;width:auto}
    .words{font-size:.9rem;color:var(--dim)}

    """

  private static let detail = """
    .book{display:none;max-width:calc(640px + 2*var(--gutter));margin:0 auto;padding:0 var(--gutter) 3rem}
    .book:target{display:block}
    :root:is(.reading,:not(.js):has(.book:target)) :is(#books,#numbers,#snacks,.genres,.mast,.end){display:none}
    .bar{display:grid;grid-template-columns:1fr minmax(0,auto) 1fr;gap:.75rem;align-items:first baseline;padding:1rem 0}
    .bar h1{font-size:1.06rem;line-height:1.35;font-weight:700;text-align:center;text-wrap:balance}
    .back{grid-area:1/1;justify-self:start;padding:.4rem 0;text-decoration:none;white-space:nowrap}
    .back:hover{text-decoration:underline}
    .bar h1{grid-area:1/2}
    @media (max-width:30rem){.bar.long h1{grid-area:2/1/3/-1}}
    .bar h1,.author,.review bdi,.about dd{overflow:clip;overflow-clip-margin:.25em}
    .number{grid-area:1/3;justify-self:end;white-space:nowrap;color:var(--dim);font-size:.9rem}
    .cover{position:relative;border-radius:14px;overflow:hidden}
    .cover .art{max-width:100%}
    .tag{position:absolute;inset:auto 5px 5px auto;max-width:calc(100% - 10px);padding:8px;border-radius:1.5em;\
    background:var(--tag);color:#fff;font-weight:900;font-size:12px;line-height:1.2;letter-spacing:.02em;\
    border:1px solid #0000}
    .tag>span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;text-align:center;\
    text-wrap:balance}
    .author{font-size:28px;line-height:1.3;color:var(--dim);text-align:center;margin-top:1.25rem}
    .review{padding:16px;width:fit-content;max-width:100%;margin:0 auto;font-size:1.08rem;line-height:1.7}
    .review bdi{display:block;white-space:pre-wrap}
    .rating{display:flex;flex-wrap:wrap;gap:.25rem .9rem;justify-content:center;align-items:center;\
    padding:.5rem 16px 1.25rem}
    .rating .stars{height:34px;width:auto}
    .about{border-top:1px solid var(--rule);margin:0 16px;padding-top:1rem;display:grid;gap:.55rem}
    .about div{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:0 1rem}
    .about dt{color:var(--dim)}
    .about dd{grid-column:2;white-space:pre-wrap}
    @media (max-width:30rem){.about div{grid-template-columns:minmax(0,1fr)}.about dd{grid-column:1}}

    """

  private static let numbers = """
    .panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.25rem;\
    margin-top:.75rem}
    .panel{background:var(--card);border-radius:14px;padding:1.25rem 1.4rem;\
    box-shadow:0 1px 2px #0000001f,0 4px 14px #0000000f;width:100%}
    .panel.wide{grid-column:1/-1}
    table.panel{display:grid;align-content:start;grid-template-columns:minmax(0,auto) minmax(3rem,1fr) auto;\
    grid-template-rows:auto 1fr;gap:.45rem .8rem}
    table.panel.means{grid-template-rows:auto auto 1fr}
    table.panel.means{grid-template-columns:minmax(0,auto) minmax(3rem,1fr) auto auto}
    .panel thead,.panel tbody,.panel tr{display:grid;grid-template-columns:subgrid;grid-column:1/-1;align-items:center}
    .panel tbody{row-gap:.45rem;align-content:space-between}
    @media (min-width:56rem){.panels.tall{grid-template-columns:repeat(2,minmax(0,1fr));grid-template-rows:auto 1fr}\
    .tall .means{grid-row:1/3;grid-column:2}.tall .panel.wide{grid-column:1}}
    .panel.wide{display:flex;flex-direction:column}
    .panel thead.unseen{display:none}
    .panel caption,.caption-title{display:block;grid-column:1/-1;text-align:start;font-size:1.05rem;font-weight:700}
    .panel th{font-weight:400;text-align:start}
    .panel thead th{color:var(--dim);font-size:.86rem}
    .panel td{padding:0}
    .panel .n{text-align:end;font-variant-numeric:tabular-nums}
    .panel td.mean{color:var(--dim)}
    .bar-h{width:100%;height:.8rem;border-radius:4px}
    .bar-v{width:100%;height:7rem;flex:1 0 auto;border-radius:4px}
    .track{fill:var(--rule);opacity:.18}
    .gold{fill:var(--star-on)}
    .none{fill:var(--star-off)}
    .brown{fill:var(--ColorBrownLight)}
    .months{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:clamp(.15rem,1vw,.75rem);margin-top:.75rem;flex:1}
    .months li{display:flex;flex-direction:column;text-align:center;font-size:clamp(.7rem,2.4vw,.86rem);overflow-wrap:normal}
    .months .month{color:var(--dim)}
    .most{color:var(--dim);margin-top:.5rem}
    @media (max-width:30rem){.months .rest{display:none}\
    table.panel.means{grid-template-columns:minmax(0,1fr) auto auto}\
    .means .bar-cell{grid-area:2/1/3/-1}.panel.means tbody{row-gap:.7rem}.means thead td{display:none}}

    """
}

extension PageStyle {
  /// Paper: always light, nothing folded or cut; several books share a page, and what belongs together stays together.
  static let paper = """
    .on-paper{display:none}
    @media print{
    :root{color-scheme:light}
    html{font-size:11pt}
    body{background:none;padding-inline:1rem}
    .skip,.tools,.genres,.ways-in,.back,.leave,#nothing,#rest{display:none!important}
    .art,.box,.ring,.ring::before,.ring::after,.tag,.view .caption,svg{print-color-adjust:exact;\
    -webkit-print-color-adjust:exact}
    p{orphans:2;widows:2}
    h1,h2,h3,h4,.title,.caption-title,.bar,.author,.sheet-view,.sheet .rate,.sheet .service{\
    break-after:avoid}
    .banner,.food,.panel,.card,.method li,.cover,.ways,.end,.about div{break-inside:avoid}
    #books,#numbers,.mast,.book{max-width:none;padding-inline:0}
    main>section{margin-top:1.5rem}
    .mast{padding-block:0 1rem}
    .mast-art{max-width:70mm;justify-self:end}
    .some :is(.facts,#numbers),.some .tools>:not(.shown),.some .shown>:not(#shown){display:none!important}
    .some .tools{display:block!important;margin:0}
    .many .on-paper{display:block;margin-bottom:.5rem;color:var(--dim)}
    .shelf,.row>a{display:block}
    .row{border-bottom:1px solid #ddd;content-visibility:visible!important}
    .row>a{min-height:0;padding:2pt 0;border-radius:0;box-shadow:none;overflow:visible}
    .row .art,.row .stars{display:none}
    .row .what{display:grid;grid-template-columns:minmax(0,2.4fr) minmax(0,1.6fr) minmax(0,1.5fr) 4.5rem;gap:0 .8rem;\
    align-items:baseline;padding:0;overflow:visible;font-size:.85rem}
    .row .name{font-size:1em}
    .row .meta,.row .words{font-size:1em}
    .row .meta{display:block;margin:0;clip-path:none}
    .row .meta>*{padding:0}
    .row .meta>*::before{position:static;margin-inline:.35em}
    .row .meta>:first-child::before{display:none}
    .row .rate{margin:0;padding:0;justify-content:end}
    .book:not([hidden]){display:grid;grid-template-columns:48mm minmax(0,1fr);gap:0 6mm;margin:0;padding:1rem 0 0}
    .many .book:not(:target){display:none}
    .bar{grid-column:1/-1;display:flex;gap:.75rem;justify-content:space-between;padding:0 0 .4rem;border-top:1px solid #bbb;\
    padding-top:.5rem}
    .bar h1{text-align:start;font-size:1.15rem}
    .cover{align-self:start;margin-bottom:4mm}
    .told{display:flex;flex-direction:column}
    .author{order:-2;font-size:1.1rem;text-align:start;margin:0}
    .rating{order:-1;break-after:avoid;justify-content:start;padding:.2rem 0 .3rem}
    .rating .stars{height:1.4rem}
    .review{width:auto;padding:0 0 .5rem;margin:0;font-size:1rem;line-height:1.5;orphans:4;widows:3}
    .about{margin:0;padding-top:0;border:0;gap:.2rem;font-size:.9rem;break-before:avoid}
    .about div{grid-template-columns:6rem minmax(0,1fr)}
    :root:is(.reading,:not(.js):has(.book:target)) .book:not(:target){display:none!important}
    .carousel{overflow:visible}
    .carousel ul,.foods .carousel ul{flex-wrap:wrap;width:auto}
    .banner{width:50%}
    .foods .carousel{margin:0}
    .foods .carousel ul{display:grid;grid-template-columns:1fr 1fr;gap:20px 55px;padding:0 0 0 45px}
    .food{width:auto}
    .fact{-webkit-line-clamp:none}
    .bars>ul{grid-template-columns:1fr 1fr}
    .card .service{gap:.2rem .6rem;font-size:.8rem}
    .card .service li{padding:0}
    .ways,.bars{width:auto}
    .sheet{display:block;position:static;width:auto;max-width:none;margin:2rem 0 0;overflow:visible;box-shadow:none;\
    border-radius:0;translate:none}
    .sheet::backdrop{display:none}
    :root:not(.js) dialog:target{box-shadow:none}
    :root.covered,:root:not(.js):has(dialog:target){overflow:visible}
    .covered body{padding-right:0}
    .sheet-all{max-height:none;overflow:visible}
    .sheet-view{float:right;width:70mm;margin:0 0 4mm 6mm;break-inside:avoid}
    .sheet-text{padding:0}
    .sheet-title{margin-top:0}
    .sheet .title{margin-top:.75rem;font-size:1.25rem}
    .sheet hr{margin:.4rem 0}
    .method{columns:2;column-gap:8mm}
    .method li{flex-direction:row;justify-content:start;min-height:0;padding-block:.25rem;text-align:start}
    .chevron{width:24px;height:24px;flex:none}
    :root:is(.reading,:not(.js):has(.book:target)) .sheet{display:none!important}
    .panel,.card{box-shadow:none;border:1px solid #bbb}
    }

    """
}

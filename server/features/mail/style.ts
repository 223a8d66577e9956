/** The shop's colours by day. Mail programs know no variables, so each place names its colour. */
export const day = {
  paper: '#fffaf3',
  surface: '#ffffff',
  sunken: '#fbf0e1',
  line: '#e7d6c2',
  ink: '#2b1637',
  soft: '#65526e',
  sun: '#ffc845',
  brand: '#c8203f',
  onBrand: '#ffffff',
  accent: '#2c43b0',
} as const;

/** And by night, for those programs that follow the system. */
const night: Record<keyof typeof day, string> = {
  paper: '#1b1022',
  surface: '#281a32',
  sunken: '#21152a',
  line: '#4a3656',
  ink: '#fbf0f3',
  soft: '#cfbdd5',
  sun: '#3a2150',
  brand: '#ff8291',
  onBrand: '#2d0a14',
  accent: '#b3c0ff',
};

export const FONT = "'Nunito','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Rules that cannot stand in the markup: colours by night, less room on narrow screens. */
export const STYLE_SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-underline-offset:2px}
@media (max-width:480px){
.wide{padding-left:20px!important;padding-right:20px!important}
.outer{padding:0!important}
.edge{border-radius:0!important}
.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.label{display:block!important;width:auto!important;padding-bottom:0!important}
.value{display:block!important;width:auto!important;padding-top:0!important}
}
@media (prefers-color-scheme:dark){
.paper{background:${night.paper}!important}
.surface{background:${night.surface}!important}
.sunken{background:${night.sunken}!important}
.sun{background:${night.sun}!important}
.line{border-color:${night.line}!important}
.ink{color:${night.ink}!important}
.soft{color:${night.soft}!important}
.accent{color:${night.accent}!important}
.sun-ink{color:#ffd978!important}
.brand{background:${night.brand}!important}
.on-brand{color:${night.onBrand}!important}
}`;

/**
 * What the scripts of package.json print for `--help`, and the arguments that they take, by their
 * program; those of operators print their own (`server/operator`).
 * @type {Record<string, { usage: string, takes?: RegExp }>}
 */
export const usages = {
  'server/main.ts': {
    usage: `npm start
  instala lo que falta, construye la página e inicia la tienda; se configura con variables de
  entorno: docs/configuration.md
`,
  },
  build: {
    usage: `npm run build
  instala lo que falta y construye la página en web/dist
`,
  },
  'scripts/demo.ts': {
    usage: `npm run demo
  inicia una tienda de muestra en PORT (3000), en una carpeta temporal que se borra al terminar, con
  pedidos, personas y códigos; imprime con qué cuentas se entra
`,
  },
  'scripts/dev.ts': {
    usage: `npm run dev
  inicia la tienda en PORT (3000) y la reinicia con cada cambio del código; sus datos: DATA_DIR
`,
  },
  'scripts/test.ts': {
    takes: /^--long$/,
    usage: `npm test
npm run test:long
  prueba todo: tipos, reglas, servidor y recorridos en el navegador; test:long, lo que tarda horas
`,
  },
  'scripts/test-mutation.ts': {
    takes: /./,
    usage: `npm run test:mutation -- [sala,carpeta,archivo…] [opciones de Stryker]
  cambia el código y cuenta qué cambios no nota ninguna prueba; sin argumentos, todo (horas)
`,
  },
  'scripts/test-firebase.ts': {
    usage: `npm run test:firebase
  prueba las cuentas contra el emulador de Firebase, que instala en tools/firebase (270 MB)
`,
  },
  'scripts/bench.ts': {
    takes: /^[^-]/,
    usage: `npm run bench -- [partes de nombres…]
  mide la tienda; sin argumentos todo, menos soak (una hora); los nombres son los de bench/*.ts
`,
  },
  'scripts/book.ts': {
    takes: /^[^-]/,
    usage: `npm run book -- [check] [readme] [anchos, light, dark, forced, large] [partes de títulos…]
  saca las imágenes de cada pantalla a book/; check revisa además su forma y accesibilidad
`,
  },
  'scripts/house.ts': {
    usage: `npm run house
  mide la estructura del código y la compara con sus límites
`,
  },
};

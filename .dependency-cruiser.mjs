/**
 * Allowed directions of imports. Feature rules use a back-reference, so that they also apply to
 * future features.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Two files that import each other are one file in disguise: move what they share.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(vitest|virtual:)' },
    },
    {
      name: 'domain-alone',
      comment: 'domain/ holds pure rules: it imports nothing but itself.',
      severity: 'error',
      from: { path: '^domain/', pathNot: '([.]test|^domain/testing/for-all)[.]ts$' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'contract-domain-zod',
      comment: 'contract/ imports domain/ and Zod only.',
      severity: 'error',
      from: { path: '^contract/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^(domain|contract)/', '^node_modules/zod/'] },
    },
    {
      name: 'server-not-web',
      comment: 'server/ and web/ meet in contract/ alone.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|e2e|bench|scripts|vite)/' },
    },
    {
      name: 'web-not-server',
      comment: 'web/ and server/ meet in contract/ alone.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|e2e|bench|scripts|vite)/' },
    },
    {
      name: 'web-not-node',
      comment: 'The browser has no Node modules.',
      severity: 'error',
      from: { path: '^web/', pathNot: '([.]test[.]tsx?|prerender[.]tsx?)$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'migrations-alone',
      comment: 'A migration does next year what it does today: it imports nothing that may change.',
      severity: 'error',
      from: { path: '^server/db/migrations/' },
      to: {
        dependencyTypesNot: ['core'],
        pathNot: ['^server/db/migrations/', '^node_modules/kysely/'],
      },
    },
    {
      name: 'feature-by-its-front',
      comment:
        'A feature is entered by the files that lie directly in it; its folders are its own.',
      severity: 'error',
      from: { path: '^(server|web)/features/([^/]+)/' },
      to: {
        path: '^$1/features/[^/]+/',
        pathNot: ['^$1/features/$2/', '^$1/features/[^/]+/[^/]+$'],
      },
    },
    {
      name: 'shared-knows-no-feature',
      comment:
        'What serves every feature knows none: it is given what it needs, where the shop starts.',
      severity: 'error',
      from: {
        path: [
          '^web/(lib|ui|maps|identity|panel)/',
          '^server/(audit|config|db|http|jobs|lib|limits|metrics|ports)/',
          '^server/(context|config)[.]ts$',
        ],
        pathNot: '[.]test[.]tsx?$',
      },
      to: { path: '^(web|server)/features/' },
    },
    {
      name: 'lib-below-ui',
      comment: 'web/lib/ is the ground floor: it draws nothing.',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/(ui|maps)/' },
    },
    {
      name: 'one-drawing-of-a-pin',
      comment:
        'A picture becomes a pin in PinFace alone, wherever one is shown; the studio cuts it.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(ui/PinFace|features/uploads/studio/Stage)[.]tsx$' },
      to: { path: '^web/ui/CroppedPicture[.]tsx$' },
    },
    {
      name: 'app-is-the-roof',
      comment: 'web/app/ puts the features together: only what starts it imports it.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(app/|(main|prerender)[.]tsx$)' },
      to: { path: '^web/app/' },
    },
    {
      name: 'start-is-the-roof',
      comment: 'What puts the shop together is imported by nothing that it is put together from.',
      severity: 'error',
      from: {
        path: '^server/(audit|db|features|http|jobs|lib|limits|metrics|ports)/',
        pathNot: '[.]test[.]ts$',
      },
      to: { path: '^server/(app|main|start-shop)[.]ts$' },
    },
    {
      name: 'no-framework-below-http',
      comment: 'Ports, jobs, limits and tables know nothing of the web framework.',
      severity: 'error',
      from: { path: '^server/(audit|db|jobs|limits|ports)/', pathNot: '[.]test[.]ts$' },
      to: { path: '(^|/)node_modules/(@?fastify|fastify-[^/]+)/' },
    },
    {
      name: 'no-http-below-routes',
      comment: 'A repository reads and writes tables; who asked, and how, is above it.',
      severity: 'error',
      from: {
        path: ['^server/(audit|db|jobs|limits|ports)/', '^server/features/.+/repo[.]ts$'],
        pathNot: '[.]test[.]ts$',
      },
      to: { path: '^server/http/' },
    },
    {
      name: 'no-dev-dependency',
      comment: 'What runs in production stands under "dependencies".',
      severity: 'error',
      from: { path: '^server/', pathNot: '([.]test[.]ts$|^server/testing/)' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|[.]cache|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};

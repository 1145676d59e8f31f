/**
 * Which folder may import which (ARCHITECTURE.md, 'Layers'). Each folder lists what it may import besides itself; the order of
 * the lists is the order of the layers, lowest first. Files directly in `page/` and `server/` are folders of one file.
 */
export const arrows: Record<string, readonly string[]> = {
  contract: [],
  campaign: ['contract'],
  mails: ['contract', 'campaign'],
  dashboard: ['contract', 'campaign'],

  'page/styles': [],
  'page/browser': ['contract', 'campaign', 'page/styles'],
  'page/api.ts': ['contract', 'campaign', 'page/browser'],
  'page/ui': ['contract', 'campaign', 'page/browser', 'page/styles'],
  'page/islands': ['contract', 'campaign', 'page/browser', 'page/ui', 'page/styles'],
  ...above(['tracking', 'phases', 'ambience', 'urgency'], ['browser', 'api.ts', 'ui', 'islands']),
  ...above(['signup'], ['browser', 'api.ts', 'ui', 'islands', 'tracking']),
  ...above(
    ['overlays'],
    ['browser', 'api.ts', 'ui', 'islands', 'tracking', 'phases', 'urgency', 'signup'],
  ),
  ...above(
    ['quiz'],
    ['browser', 'api.ts', 'ui', 'islands', 'tracking', 'phases', 'urgency', 'signup', 'overlays'],
  ),
  ...above(['sections'], ['browser', 'ui', 'islands', 'urgency', 'signup', 'quiz']),
  ...above(['me'], ['browser', 'ui', 'islands', 'sections']),
  ...above(
    ['states', 'shell'],
    [
      ...['browser', 'api.ts', 'ui', 'islands', 'tracking', 'phases', 'ambience', 'urgency'],
      ...['signup', 'overlays', 'quiz', 'sections', 'me'],
    ],
  ),

  'server/config': ['contract', 'campaign'],
  ...floor(['db'], ['config']),
  ...floor(['cli', 'limits'], ['config', 'db']),
  ...floor(['http'], ['config', 'db', 'limits']),
  ...floor(['outbox'], ['config', 'db', 'limits']),
  ...floor(['signup'], ['config', 'db', 'limits', 'http', 'outbox']),
  ...floor(['people'], ['config', 'cli', 'db', 'limits', 'http', 'outbox', 'signup']),
  ...floor(['events', 'sequence'], ['config', 'db', 'limits', 'http', 'outbox', 'signup']),
  ...floor(['quiz'], ['config', 'db', 'limits', 'http', 'outbox', 'signup', 'sequence']),
  ...floor(['delivery'], ['config', 'db', 'limits', 'http', 'outbox', 'signup', 'sequence']),
  ...floor(
    ['ops'],
    [
      ...['config', 'cli', 'db', 'limits', 'http', 'outbox', 'signup', 'people', 'sequence'],
      'delivery',
    ],
  ),
}

/** Files that assemble everything below them: they may import every folder of their part. */
export const roots = [
  'server/app.ts',
  'server/jobs.ts',
  'server/start.ts',
  'server/main.ts',
  'server/process.ts',
  'server/runtime-settings.ts',
]

/** Folders of plain data and rules: they import no package at all. */
export const withoutPackages = ['contract', 'campaign']

/** Packages that only these folders may import. What no line names is free, within the limits of the tsconfigs. */
export const packages: readonly { of: RegExp; only: readonly string[]; why: string }[] = [
  { of: /^(node:sqlite|pg)$/, only: ['server/db'], why: 'only server/db knows the database' },
  {
    of: /^(node:.*|zod|fastify|kysely|pino|nodemailer)$/,
    only: ['server'],
    why: 'this code can reach a browser or a mail',
  },
  {
    of: /^(react|react-dom)(\/.*)?$/,
    only: ['page', 'mails', 'dashboard'],
    why: 'only the React bundles render',
  },
  { of: /^@react-email\//, only: ['mails'], why: 'only mails are rendered with react-email' },
]

function above(folders: readonly string[], below: readonly string[]) {
  const allowed = ['contract', 'campaign', 'page/styles', ...below.map((name) => `page/${name}`)]
  return Object.fromEntries(folders.map((name) => [`page/${name}`, allowed]))
}

function floor(folders: readonly string[], below: readonly string[]) {
  const allowed = ['contract', 'campaign', ...below.map((name) => `server/${name}`)]
  return Object.fromEntries(folders.map((name) => [`server/${name}`, allowed]))
}

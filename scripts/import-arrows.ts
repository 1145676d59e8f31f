/**
 * Which folder may import which (ARCHITECTURE.md, 'Layers'). Each folder lists what it may import
 * besides itself. The order is that of the layers, lowest first. Files directly in `page/` and
 * `server/` count as folders of one file.
 */
export const arrows: Record<string, readonly string[]> = {
  contract: [],
  campaign: ['contract'],
  'campaign/schema': ['contract'],
  mails: ['contract', 'campaign'],
  dashboard: ['contract', 'campaign', 'art'],

  'page/styles': [],
  'page/browser': ['contract', 'campaign', 'page/styles'],
  'page/api.ts': ['contract', 'campaign', 'page/browser'],
  'page/ui': ['contract', 'campaign', 'page/browser', 'page/styles'],
  'page/islands': ['contract', 'campaign', 'page/browser', 'page/ui', 'page/styles'],
  ...layer('page', 'tracking phases ambience figures', 'browser api.ts ui islands'),
  ...layer('page', 'signup', 'browser api.ts ui islands tracking'),
  ...layer('page', 'overlays', 'browser api.ts ui islands tracking phases figures signup'),
  ...layer('page', 'quiz', 'browser api.ts ui islands tracking phases figures signup overlays'),
  ...layer('page', 'sections', 'browser ui islands figures signup quiz'),
  ...layer('page', 'line', 'browser api.ts ui islands tracking figures sections'),
  ...layer('page', 'me', 'browser ui islands sections line'),
  ...layer(
    'page',
    'shell',
    'browser api.ts ui islands tracking phases ambience figures signup overlays quiz sections line me',
  ),

  'server/config': ['contract', 'campaign'],
  ...layer('server', 'db', 'config'),
  ...layer('server', 'clock', 'config db'),
  'server/answers': ['contract', 'campaign', 'server/config'],
  ...layer('server', 'cli limits counts', 'config db'),
  ...layer('server', 'acts', 'config cli db counts'),
  ...layer('server', 'http outbox', 'config db limits'),
  ...layer('server', 'offers', 'config cli db limits counts http outbox'),
  ...layer('server', 'launch', 'config cli db acts limits counts http outbox offers'),
  ...layer('server', 'line', 'config cli db acts limits counts http outbox offers launch'),
  ...layer('server', 'signup', 'config db limits counts http outbox offers launch line'),
  ...layer(
    'server',
    'imports',
    'config cli db acts limits counts http outbox offers launch line signup',
  ),
  ...layer(
    'server',
    'people',
    'config cli db acts limits counts http outbox offers launch line signup imports',
  ),
  ...layer(
    'server',
    'events sequence live',
    'config db limits counts http outbox offers launch line signup',
  ),
  ...layer(
    'server',
    'letters',
    'config cli db acts limits counts http outbox offers launch line signup people',
  ),
  ...layer(
    'server',
    'quiz delivery',
    'answers config db limits counts http outbox offers launch line signup sequence letters',
  ),
  ...layer(
    'server',
    'bounces',
    'answers config db limits counts http outbox offers launch line signup people sequence letters delivery',
  ),
  ...layer(
    'server',
    'ops',
    'answers config cli db acts clock limits counts http outbox offers launch line signup imports people sequence live letters delivery bounces',
  ),
  ...layer('server', 'overview', 'config db acts counts http line letters delivery bounces ops'),
  ...layer(
    'server',
    'dashboard',
    'answers config cli db acts clock limits counts http outbox offers launch line signup imports people events sequence live letters quiz delivery bounces ops overview',
  ),
}

/**
 * What a folder may import by `import type` alone: a screen has the type of what its loader returns
 * (decision 083), and no code of the server in its bundle. The shape of a campaign is that of its
 * schema, which only the build runs (decision 089), and the shape of the words that of the base's.
 */
export const typeArrows: Record<string, readonly string[]> = {
  contract: ['campaign/schema'],
  campaign: ['campaigns', 'campaign/schema'],
  'campaign/schema': ['campaign'],
  dashboard: Object.keys(arrows).filter((folder) => folder.startsWith('server/')),
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

/**
 * Files that a folder may not import though it may import theirs, but for the code in `except`, which
 * writes to operators.
 */
export const closedFiles: readonly {
  file: string
  to: RegExp
  except: readonly string[]
  why: string
}[] = [
  {
    file: 'contract/english.ts',
    to: /^(page|mails)\//,
    except: ['mails/letter-check.ts'],
    why: 'visitors read the language of their page: contract/numbers.ts',
  },
]

/** Folders of plain data and rules: they import no package. */
export const withoutPackages = ['contract', 'campaign']

/**
 * Packages that only these folders may import. Other packages are limited only by the tsconfigs.
 */
export const packages: readonly { of: RegExp; only: readonly string[]; why: string }[] = [
  { of: /^(node:sqlite|pg)$/, only: ['server/db'], why: 'only server/db knows the database' },
  {
    of: /^(node:.*|fastify|kysely|pino|nodemailer)$/,
    only: ['server'],
    why: 'this code can reach a browser or a mail',
  },
  {
    of: /^zod$/,
    only: ['server', 'campaign/schema'],
    why: 'this code can reach a browser or a mail',
  },
  {
    of: /^(react|react-dom)(\/.*)?$/,
    only: ['page', 'mails', 'dashboard'],
    why: 'only the React bundles render',
  },
  { of: /^marked$/, only: ['mails'], why: 'only mails are written in Markdown' },
  { of: /^@react-email\//, only: ['mails'], why: 'only mails are rendered with react-email' },
]

/** Folders of one layer, and the folders of the same part that they may import. */
function layer(part: 'page' | 'server', folders: string, below: string) {
  const allowed = [
    'contract',
    'campaign',
    ...(part === 'page' ? ['art', 'page/styles'] : []),
    ...below.split(' ').map((name) => `${part}/${name}`),
  ]
  return Object.fromEntries(folders.split(' ').map((name) => [`${part}/${name}`, allowed]))
}

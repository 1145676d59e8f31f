import '../src/server/config/node-version.ts'

/** `npm run mail`: what a preview shows is in the source; everything else is asked of a waitlist. */
const [action, ...rest] = process.argv.slice(2)
await (action === 'preview' && rest.length === 0
  ? import('./mail-preview.ts')
  : import('../src/server/ops/mail-command.ts'))

import '../src/server/node-version.ts'

/** `npm run mail`: what a preview shows is in the source; everything else is asked of a waitlist. */
await (process.argv[2] === 'preview' ? import('./mail-preview.ts') : import('../src/server/mail/command.ts'))

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { campaign } from '#campaign'
import { noOrigin } from '#contract/people/waitlist.ts'
import { idOf, runPeople } from './people-command.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { freshFolder, freshStore, testSecret, type Engine } from './fresh-store.ts'
import { noon } from './mailbox.ts'

const dayMs = 86_400_000
/** The people in a file agreed. */
export const proven = [
  '--confirmed',
  '--consent-source',
  'the old list',
  '--consent-date',
  '2024-01-01',
]

/** A store with the command `people`. The clock goes on by a day with each command. */
export async function openPeople(engine: Engine = 'sqlite') {
  const dataDir = freshFolder()
  const store = await freshStore(engine)
  let files = 0
  const clock = { now: noon }
  async function run(secret: string, ...args: string[]) {
    const ran = await runPeople({ store, dataDir, secret, now: clock.now }, ...args)
    clock.now += dayMs
    return ran
  }
  return {
    store,
    run: (...args: string[]) => run(testSecret, ...args),
    runWith: run,
    brings: (text: string, options: readonly string[] = [...proven, '--yes'], ending = 'csv') => {
      const path = join(dataDir, `list${files++}.${ending}`)
      writeFileSync(path, text)
      return run(testSecret, 'import', path, ...options)
    },
    async joins(email: string) {
      const entry = { ...noOrigin, email, placement: 'hero', charges: null }
      const entries = [{ ...entry, consent: campaign.consents[0] }]
      await store.transact((trx) => joinAll(trx, entries, 'double', clock.now))
      clock.now += dayMs
    },
    async confirms(email: string) {
      const id = await idOf(store, email)
      await store.transact((trx) => confirmPerson(trx, id, clock.now))
      clock.now += dayMs
    },
    people: async () =>
      (
        await store.db.selectFrom('people').select(['email', 'state']).orderBy('email').execute()
      ).map(({ email, state }) => `${email.split('@')[0]} ${state}`),
    notes: () => store.db.selectFrom('left_elsewhere').select(['hash', 'kind']).execute(),
  }
}

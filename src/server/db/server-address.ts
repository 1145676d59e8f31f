import { StoreUnavailable } from './errors.ts'
import { deleteMeta, readMeta, writeMeta } from './meta.ts'
import type { Db, Store } from './store.ts'

/**
 * Stores where the server is reached, for commands that run without its PORT and PUBLIC_URL. Of
 * several servers the last one counts. Returns a function that deletes the note of this one. Where
 * the store takes no writes, commands go by their own settings.
 */
export async function noteServerAddress(
  { transact }: Pick<Store, 'transact'>,
  publicUrl: string,
): Promise<() => Promise<void>> {
  const whereStoreAnswers = (error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  await transact((trx) => writeMeta(trx, 'server address', publicUrl)).catch(whereStoreAnswers)
  return () =>
    transact(async (trx) => {
      if ((await readMeta(trx, 'server address')) === publicUrl)
        await deleteMeta(trx, 'server address')
    }).catch(whereStoreAnswers)
}

/** Null where no server runs, or where it could not note its address. After a kill the note stays. */
export async function runningServerAddress(db: Db): Promise<string | null> {
  const address = await readMeta(db, 'server address')
  return address !== null && URL.canParse(address) ? address : null
}

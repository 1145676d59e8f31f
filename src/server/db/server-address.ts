import { StoreUnavailable } from './errors.ts'
import type { Db, Store } from './store.ts'

export const serverAddressKey = 'server address'

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
  await transact((trx) =>
    trx
      .insertInto('meta')
      .values({ key: serverAddressKey, value: publicUrl })
      .onConflict((row) => row.column('key').doUpdateSet({ value: publicUrl }))
      .execute(),
  ).catch(whereStoreAnswers)
  return () =>
    transact(async (trx) => {
      await trx
        .deleteFrom('meta')
        .where('key', '=', serverAddressKey)
        .where('value', '=', publicUrl)
        .execute()
    }).catch(whereStoreAnswers)
}

/** Null where no server runs, or where it could not note its address. After a kill the note stays. */
export async function runningServerAddress(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', serverAddressKey)
    .executeTakeFirst()
  return row && URL.canParse(row.value) ? row.value : null
}

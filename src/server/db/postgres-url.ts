import { StartRefused } from '#server/config/start-refused.ts'
import { wrongDatabaseUrl } from '#server/config/urls.ts'

/** Host, port and database of an address, without the user's name and password. */
export function hostOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new StartRefused(
      'DATABASE_URL is not an address of the form postgres://user:password@host:5432/database: correct it, or remove it to use the built-in store.',
    )
  }
  const remedy = wrongDatabaseUrl(url)
  if (remedy !== null) throw new StartRefused(`DATABASE_URL is not usable: ${remedy}.`)
  return `${parsed.searchParams.get('host') ?? (parsed.host || 'localhost')}${parsed.pathname}`
}

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { MailBundle } from '#contract/render.ts'
import type { Role } from '#contract/dashboard/navigation.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Store } from '#server/db/store.ts'
import type { SealedTokens } from './forms.ts'

/**
 * A screen of the dashboard is read by its loader, beside the rule of its noun. A loader knows no
 * request: it gets what was sent (query or body, with the parameters of the path) and who asks. The
 * handler of a form is a loader, too. The view that it returns has a name, `screen`, by which
 * `src/dashboard` draws it (decision 083).
 */
export type Loader<View, Deps = LoaderDeps> = (
  deps: Deps,
  sent: unknown,
  viewer: Viewer,
) => Promise<View>

/**
 * A screen, or a form of operators that is no declared act: its path, its loader, and `operator`
 * where a reader may not open it. Each noun exports a list of its own, which
 * `server/dashboard/screens.ts` puts together.
 */
export type ScreenRoute = readonly [
  path: string,
  load: (...given: never[]) => Promise<unknown>,
  role?: Role,
]

/** Who asks. `session`: its id. `isHttps`: how the request came, as the proxies say. */
export type Viewer = { operator: string; role: Role; session: string; isHttps: boolean }

/** What each loader can read from. Loaders of a few screens ask for more. */
export type LoaderDeps = {
  store: Store
  config: Config
  secrets: Secrets
  campaign: Campaign
  publicUrl: string
  now: () => number
  /** the time by which a date decides (clock/clock.ts) */
  calendar: () => number
  log: Log
  searchTokens: SealedTokens
  /** the mails in a language of the campaign, by default its first */
  mailBundle: (language?: Language) => Promise<MailBundle>
  /** called after a commit that queued a mail */
  mailQueued: () => void
  /** called after a commit that sent, scheduled, resumed, stopped or unscheduled a letter */
  letterChanged: () => void
  /** called after a commit that lets an import be checked or run */
  importChanged: () => void
}

/** The path to go to instead of a screen, after an act for example. */
export type Elsewhere = { path: string }

/** Ends an answer that is no screen, such as a file. */
export type Answer = (reply: FastifyReply) => unknown

export const notFound = { screen: 'not-found' } as const

/** A loader that reads what was sent by a shape. What does not fit the shape is not found. */
export const loader =
  <Shape extends z.ZodType, View, Deps = LoaderDeps>(
    shape: Shape,
    load: (deps: Deps, sent: z.output<Shape>, viewer: Viewer) => Promise<View>,
  ): Loader<View | typeof notFound, Deps> =>
  async (deps, sent, viewer) => {
    const read = shape.safeParse(sent)
    return read.success ? load(deps, read.data, viewer) : notFound
  }

/** A path with an id. */
export const ofId = z.object({ id: z.string() })

/** A field of a form as it was typed, cut to `most` characters; empty where it is missing. */
export const typedField = (most: number) =>
  z
    .string()
    .catch('')
    .transform((text) => text.slice(0, most))

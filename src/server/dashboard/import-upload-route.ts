import { randomUUID } from 'node:crypto'
import { newId } from '#server/db/new-id.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  importPath,
  importRunPath,
  leftReasons,
  type ImportFields,
  type ImportWrong,
} from '#contract/import-screens.ts'
import { readLocalDay } from '#server/counts/local-time.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import { insertAct } from '#server/acts/action-log.ts'
import { isFormToken } from './form-token.ts'
import { withSession } from './guard.ts'
import type { SignedIn } from './sessions.ts'
import { serverName } from './import-elsewhere.ts'
import type { Imports } from './import-runs.ts'
import { isTooLarge, receiveUpload, type UploadLimits } from './import-upload.ts'
import { refuseAsScreen } from './away.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { seeOther } from '#server/http/answers.ts'

export type ImportDeps = DashboardDeps & { imports: Imports; uploadLimits: UploadLimits }

/**
 * DASH-4: the upload. Origin, session, role and size are checked before the body is read, the form
 * token and the other fields before the file is. Reads only multipart forms.
 */
export function uploadRoute(app: FastifyInstance, deps: ImportDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.post(
    importPath,
    { config: { guard: 'upload', refuse: refuseAsScreen(deps) } },
    withSession((request, reply, who) =>
      isTooLarge(request.raw, deps.uploadLimits)
        ? showForm(request, reply.header('connection', 'close'), who, deps, 'too-large')
        : upload(request, reply, who, deps),
    ),
  )
}

const showForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  { screens, imports }: ImportDeps,
  wrong: ImportWrong,
  fields?: ImportFields,
) =>
  screens.show(request, reply, who, {
    screen: 'import',
    current: imports.latest(),
    wrong,
    ...(fields && { fields }),
  })

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: ImportDeps,
) {
  const { imports, store, now } = deps
  const { operator, token } = who.session
  const id = randomUUID()
  const received = await receiveUpload(
    request.raw,
    imports.uploadPath(id),
    (fields, sent) => {
      if (!isFormToken(token, sent)) return 'token'
      return imports.isBusy() ? 'busy' : wrongTerms(fields)
    },
    deps.uploadLimits,
  )
  if ('wrong' in received) {
    imports.drop(id)
    return showForm(request, reply, who, deps, received.wrong, received.fields)
  }
  const { name, bytes, fields } = received
  const options = optionsIn(fields) as ImportOptions
  await store.transact((trx) =>
    insertAct(
      trx,
      newId(),
      {
        operator,
        action: 'upload-import',
        details: { bytes, server: serverName(deps.config.port) },
        outcome: 'done',
      },
      now(),
    ),
  )
  if (imports.check({ id, operator, name, bytes, options, format: formatOf(name) }))
    return toRun(reply, id)
  imports.drop(id)
  return showForm(request, reply, who, deps, 'busy', fields)
}

const formatOf = (name: string) => (/\.(?:jsonl|ndjson)$/i.test(name) ? 'jsonl' : 'csv')

function wrongTerms(fields: ImportFields): ImportWrong | null {
  const options = optionsIn(fields)
  return typeof options === 'string' ? options : null
}

const kinds = {
  confirmed: 'confirmed',
  unconfirmed: 'unconfirmed',
  left: 'left',
  service: null,
} as const

/** What the operator says about the file, or what is wrong with it. */
export function optionsIn(fields: ImportFields): ImportOptions | ImportWrong {
  const { people, reason, source, date, wording, status, ignore } = fields
  if (!Object.hasOwn(kinds, people)) return 'kind'
  const isLeft = people === 'left'
  const consent = isLeft || date.trim() === '' ? { at: null } : readLocalDay(date, 'UTC')
  if ('wrong' in consent) return consent.wrong === 'unreadable' ? 'date' : 'no-such-day'
  return {
    people: kinds[people as keyof typeof kinds],
    leftReason: (isLeft && leftReasons.find((name) => name === reason)) || null,
    statusColumns: namesIn(status),
    ignoredColumns: namesIn(ignore),
    consentSource: source.trim(),
    consentAt: consent.at,
    consentWording: wording.trim(),
  }
}

/** Names of columns, one in a line or between commas. */
const namesIn = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 20)

/** Leads to the page of an import. */
export const toRun = async (reply: FastifyReply, id: string) => seeOther(reply, importRunPath(id))

import { leaverKinds, type LeaverKind } from '#server/signup/erasure.ts'
import { filled, wordOf } from './cell.ts'

/**
 * What the cells of a row say about a person, the strictest first: of several it is the first one
 * that counts.
 */
const rowKinds: readonly RowKind[] = [...leaverKinds, 'unconfirmed', 'mailable']
export type RowKind = LeaverKind | 'unconfirmed' | 'mailable'

/** Undefined for a kind of people who did not leave. */
export const leaverKindOf = (kind: string | undefined): LeaverKind | undefined =>
  leaverKinds.find((name) => name === kind)

/**
 * What a row is: `unknown`, where a word of a status column is not known. From the strictest on: of
 * several statements the strictest counts.
 */
export const verdictKinds: readonly VerdictKind[] = [
  ...rowKinds.slice(0, -1),
  'unknown',
  'mailable',
]
export type VerdictKind = RowKind | 'unknown'

export const rankOf = (kind: VerdictKind): number => verdictKinds.indexOf(kind)

/**
 * How a column says whether a person may be mailed.
 *
 * - `words`: status words. `yesNo`: yes and no are words of it as well. `ofListsOnly`: other tables
 *   have such a column too, so it counts only with a word that no other table has.
 * - `yes-no`: what yes and no mean.
 * - `leaver`: a date or another value that only people who left have.
 * - `joiner`: a date that only people who confirmed have.
 */
export type StatusReader =
  | { how: 'words'; yesNo: boolean; ofListsOnly: boolean }
  | { how: 'yes-no'; yes: RowKind; no: RowKind }
  | { how: 'leaver'; kind: LeaverKind }
  | { how: 'joiner' }

/**
 * What a cell says; null: nothing. `known`: the column is a status column, even if no other cell is
 * known. `blank`: the cell is empty, and those who confirmed have it filled.
 */
type Statement = { kind: VerdictKind; known: 'of-list' | 'common' | 'no' | 'blank' } | null

const blank: Statement = { kind: 'unconfirmed', known: 'blank' }
const unknown: Statement = { kind: 'unknown', known: 'no' }

/** What a cell of a column says about mail. */
export function readStatement(reader: StatusReader, written: string): Statement {
  const text = filled(written)
  switch (reader.how) {
    case 'words':
      return text === '' ? null : wordStatement(text, reader.yesNo)
    case 'yes-no':
      return yesNoStatement(text, reader)
    case 'leaver':
      if (text === '' || text === '0' || /^never$/i.test(text) || readYesNo(text) === false)
        return null
      // A reason can be a word of its own, as `SpamComplaint` of a suppression.
      return { kind: leaverKindOf(readWord(text)?.kind) ?? reader.kind, known: 'of-list' }
    case 'joiner':
      return text === '' || text === '0' || readYesNo(text) === false
        ? blank
        : { kind: 'mailable', known: 'of-list' }
  }
}

function wordStatement(text: string, yesNo: boolean): Statement {
  const word = readWord(text)
  if (word || !yesNo) return word ?? unknown
  const letter = letterKinds[text.toLowerCase()]
  if (letter) return { kind: letter, known: 'common' }
  const answer = readYesNo(text)
  return answer === null ? unknown : { kind: answer ? 'mailable' : 'left', known: 'common' }
}

function yesNoStatement(
  text: string,
  { yes, no }: Extract<StatusReader, { how: 'yes-no' }>,
): Statement {
  if (text === '') return yes === 'mailable' ? blank : null
  const answer = readYesNo(text)
  if (answer !== null) return { kind: answer ? yes : no, known: 'of-list' }
  const word = readWord(text)
  if (word) return word
  const agreed = readAnswer(text)
  if (agreed !== null) return { kind: agreed ? yes : no, known: 'of-list' }
  return happened.test(text) ? { kind: yes, known: 'of-list' } : unknown
}

/** A date, or how often: it happened. */
const happened = /^\d+$|\d{1,4}[-/. ]\p{L}{3,}|\p{L}{3,}\.? \d|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/u

/** What one cell says: of the column `key`, in the words of the file. */
export type Said = NonNullable<Statement> & { key: string; text: string }

/**
 * What the cells of a row say about mail. Where a status word says that the person may be mailed, an
 * empty cell of another column says nothing against it.
 */
export function statementsIn(
  fields: Readonly<Record<string, string>>,
  readers: ReadonlyMap<string, StatusReader>,
): Said[] {
  const said: Said[] = []
  for (const [key, reader] of readers) {
    const text = fields[key] ?? ''
    const statement = readStatement(reader, text)
    if (statement !== null) said.push({ key, text, ...statement })
  }
  const isListed = said.some(
    ({ key, kind }) => kind === 'mailable' && readers.get(key)!.how === 'words',
  )
  return isListed ? said.filter(({ known }) => known !== 'blank') : said
}

/** Decides for a row by what its cells say. */
export const judge = (said: readonly Said[]): Said =>
  said.reduce((a, b) => (rankOf(b.kind) < rankOf(a.kind) ? b : a), {
    kind: 'mailable',
    known: 'no',
    key: '',
    text: '',
  })

/**
 * Words that only a mailing list writes. English, then Dutch, German, French, Spanish, Italian and Portuguese. Words of
 * endings in gender are written as `abonné(e)`, `suscrito/a`.
 */
const ofLists: Record<RowKind, string> = {
  complained:
    'complained, complaint, complainer, marked as spam, spam complaint, reported spam, spam report, spam reported, reported as spam, abuse complaint, junk, spam, spammed, klacht, klacht ingediend, als spam gemeld, spam gemeld, beschwerde, als spam markiert, spam beschwerde, plainte, signalé(e) comme spam, marqué(e) comme spam, queja, denuncia, marcado/a como spam, reportado/a como spam, segnalato/a come spam',
  blocked:
    'blocklisted, blacklisted, block listed, black listed, suppressed, do not email, do not mail, do not contact, do not send, global unsubscribe, spammy, spam trap, op zwarte lijst, auf der sperrliste, gesperrt, sur liste noire, en lista negra',
  left: 'unsubscribed, unsubscribe, unsub, unsubscriber, opted out, opt out, optout, opted-out, consent withdrawn, consent revoked, no consent, no permission, no permissions set, uitgeschreven, afgemeld, uitgeschreven door gebruiker, abgemeldet, ausgetragen, abbestellt, abgemeldet durch benutzer, désabonné(e), désinscrit(e), desabonne, dado/a de baja, de baja, baja, desuscrito/a, cancelada la suscripción, suscripción cancelada, disiscritto/a, descadastrado/a',
  undeliverable:
    'bounced, bounce, hard bounced, hard bounce, soft bounced, soft bounce, bouncing, cleaned, undeliverable, undelivered, unreachable, invalid email, invalid address, opgeschoond, bereinigt, nettoyé(e), limpiado/a, gebounced, gebouncet, gebounct, onbestelbaar, ongeldig adres, onbereikbaar, unzustellbar, nicht zustellbar, ungültige adresse, zurückgewiesen, rebond, en rebond, non distribuable, non délivrable, adresse invalide, rebotado/a, rebote, no entregable, correo no válido, rimbalzato/a',
  unconfirmed:
    'unconfirmed, not confirmed, unverified, not verified, awaiting confirmation, waiting for confirmation, pending confirmation, confirmation pending, confirmation sent, opt in pending, optin pending, double opt in pending, pending opt in, never subscribed, non subscribed, nonsubscriber, not subscribed, unactivated, not activated, validating, onbevestigd, niet bevestigd, wacht op bevestiging, unbestätigt, nicht bestätigt, bestätigung ausstehend, non confirmé(e), en attente de confirmation, sin confirmar, no confirmado/a, no suscrito/a, pendiente de confirmación, non confermato/a, não confirmado/a',
  mailable:
    'subscribed, opted in, opt in, optin, opted-in, double opt in, resubscribed, ingeschreven, aangemeld, geabonneerd, angemeldet, abonniert, eingetragen, abonné(e), inscrit(e), suscrito/a, suscripto/a, iscritto/a, inscrito/a',
}
/** Words that lists write, and other tables too. */
const common: Record<RowKind, string> = {
  complained: 'abuse, abused',
  blocked:
    'blocked, banned, rejected, denied, malicious, redacted, suspended, quarantined, flagged, held, geblokkeerd, verbannen, geweigerd, blockiert, gebannt, abgelehnt, bloqué(e), banni(e), refusé(e), bloqueado/a, rechazado/a, bloccato/a, rifiutato/a, rejeitado/a',
  left: 'inactive, disabled, deactivated, cancelled, canceled, deleted, removed, archived, left, withdrawn, withdrew, revoked, expired, declined, refused, objected, ingetrokken, widerrufen, retiré(e), revocado/a, inactief, uitgeschakeld, geannuleerd, opgezegd, verwijderd, gearchiveerd, inaktiv, deaktiviert, gekündigt, gelöscht, entfernt, archiviert, inactif, inactive, désactivé(e), annulé(e), supprimé(e), résilié(e), archivé(e), inactivo/a, desactivado/a, cancelado/a, eliminado/a, borrado/a, archivado/a, cancellato/a, disattivato/a, eliminato/a, inativo/a, arquivado/a, excluído/a',
  undeliverable: 'invalid, dead, failed, ongeldig, ungültig, invalide, inválido/a, no válido/a',
  unconfirmed:
    'pending, applied, invited, transactional, never, in afwachting, in behandeling, ausstehend, wartend, en attente, pendiente, in attesa, pendente',
  mailable:
    'active, enabled, valid, deliverable, confirmed, verified, granted, given, agreed, accepted, implied, implicit, express, explicit, regular, premium, gifted, trialed, actief, ingeschakeld, bevestigd, geverifieerd, aktiv, aktiviert, bestätigt, verifiziert, actif, activé(e), confirmé(e), vérifié(e), activo/a, habilitado/a, confirmado/a, verificado/a, attivo/a, confermato/a, verificato/a, ativo/a',
}

/** `abonné(e)` is `abonne` and `abonnee`; `suscrito/a` is `suscrito` and `suscrita`. */
function spellings(word: string): string[] {
  const [short, long] = [word.replaceAll('(e)', ''), word.replaceAll('(e)', 'e')]
  return [short, long].flatMap((one) => [
    wordOf(one.replaceAll(/o\/a/g, 'o')),
    wordOf(one.replaceAll(/o\/a/g, 'a')),
    wordOf(one),
  ])
}

const tableOf = (words: Record<RowKind, string>) =>
  new Map(
    rowKinds.toReversed().flatMap((kind) =>
      words[kind]
        .split(', ')
        .flatMap(spellings)
        .map((word) => [word, kind] as const),
    ),
  )
const listWords = tableOf(ofLists)
const commonWords = tableOf(common)

/** Such a word with more behind it, as `Unsubscribed by admin`, says the same. */
const beginnings: readonly (readonly [string, RowKind])[] = [
  ['unsubscribed', 'left'],
  ['optedout', 'left'],
  ['uitgeschreven', 'left'],
  ['abgemeldet', 'left'],
  ['desabonne', 'left'],
  ['bounced', 'undeliverable'],
  ['hardbounce', 'undeliverable'],
  ['softbounce', 'undeliverable'],
  ['complained', 'complained'],
  ['markedasspam', 'complained'],
  ['blocklisted', 'blocked'],
  ['blacklisted', 'blocked'],
]

/**
 * What a status word says, in any letter case, with blanks or hyphens; null for an unknown word.
 * `of-list`: no other table than that of a mailing list has this word.
 */
export function readWord(text: string): StatusWord | null {
  const seen = known.get(text)
  if (seen !== undefined) return seen
  const word = lookUp(text)
  if (known.size < mostKnown) known.set(text, word)
  return word
}

type StatusWord = { kind: RowKind; known: 'of-list' | 'common' }

/** A status column has few different values, and a file many rows. */
const known = new Map<string, StatusWord | null>()
const mostKnown = 2_000

/** What a mail server answered (RFC 3463): `5.1.1`, which a version can be too, or `550 5.1.1 …`. */
const refusals = /^(?:([45]\d\d[ -])[45]\.\d{1,3}\.\d{1,3}\b|[45]\.\d{1,3}\.\d{1,3}$)/

function lookUp(text: string): StatusWord | null {
  const refusal = refusals.exec(text)
  if (refusal) return { kind: 'undeliverable', known: refusal[1] ? 'of-list' : 'common' }
  const word = wordOf(text)
  if (word.length > 60) return null
  const ofList = listWords.get(word)
  if (ofList) return { kind: ofList, known: 'of-list' }
  const shared = commonWords.get(word)
  if (shared) return { kind: shared, known: 'common' }
  const begun = beginnings.find(([start]) => word.startsWith(start))
  return begun ? { kind: begun[1], known: 'of-list' } : null
}

/** The letters of one plugin for WordPress, which no other column has (Newsletter by Stefano Lissa). */
const letterKinds: Readonly<Record<string, RowKind>> = {
  c: 'mailable',
  s: 'unconfirmed',
  u: 'left',
  b: 'undeliverable',
  p: 'complained',
}

const yesWords = new Set(
  'true t yes y 1 x ja j oui o si s on checked wahr vrai verdadero cierto waar sim ok vero verdadeiro prawda tak sant sand sann tosi kylla pravda ano igaz igen da'.split(
    ' ',
  ),
)
const noWords = new Set(
  'false f no n 0 nee nein non off unchecked falsch faux falso onwaar nao fasz nie falskt nej falsk usann nei epatosi ei nepravda ne hamis nem nu'.split(
    ' ',
  ),
)

/** `x`, `TRUE`, `ja` or a tick mark is yes, `0`, `nee` or `f` is no; null for anything else. */
export function readYesNo(text: string): boolean | null {
  if (/^[✓✔☑✅]|^\[[xv]\]$/iu.test(text)) return true
  if (/^[✗✘☐❌]|^\[ \]$/u.test(text)) return false
  const word = wordOf(text.replace(/^([01])[.,]0+$/, '$1'))
  return yesWords.has(word) ? true : noWords.has(word) ? false : null
}

const agrees =
  /^(?:(?:yes|ja|oui|s[ií])[\s,.;:!–—-]|i (?:hereby )?(?:agree|accept|consent)|ich (?:stimme|willige)|ik (?:ga akkoord|stem)|j['’]accepte|acepto)/iu
const declines = /^(?:(?:no|nee|nein|non)[\s,.;:!–—-]|i (?:do not|don['’]?t|decline))/iu
const negation = /\b(?:not|nicht|niet|pas|kein|geen)\b|n['’]t\b/iu

/**
 * Answers that forms have, as `Yes, please` or `I agree to get the newsletter`: true, false, or null
 * where it is not clear.
 */
function readAnswer(text: string): boolean | null {
  if (declines.test(text)) return false
  return agrees.test(text) && !negation.test(text) ? true : null
}

import { accountRowOf } from './account-rows.ts'
import { matches, type Said } from './answer.ts'
import { hasPolicyWords, isPolicyStatus } from './policy-words.ts'

/**
 * What an answer says about the mailbox: `hard` if there is none, `soft` if it takes no mail now;
 * null where it says nothing about it. A status that says why decides; the words decide where it
 * does not (5.0.0, 5.1.0, 5.2.0, 5.2.1, 5.4.1, 5.5.0, none), because servers use these for unknown
 * users too.
 */
export function mailboxTrouble(said: Said): 'hard' | 'soft' | null {
  const { words, status, isTemporary } = said
  if (hasPolicyWords(words) || isAboutSender(said)) return null
  if (isPolicyStatus(status)) return isUnknownDespitePolicy(said) ? 'hard' : null
  if (matches(isFull, words) || matches(isTrouble, words)) return 'soft'
  if (status?.subject === '2' && (isTemporary || !sayLittle.has(status.detail))) return 'soft'
  if (isTemporary) return isUnknownForDays(said) ? 'hard' : null
  if (isUnknown(said) || isStatusOfUnknown(said)) return 'hard'
  return status?.subject === '2' || matches(isDisabled, words) ? 'soft' : null
}

/**
 * The server's own words win over a status that another server wrote beside them. Beside a status of
 * its own only words that say nothing else count: some servers give every refusal 5.7.1.
 */
const isUnknownDespitePolicy = (said: Said): boolean =>
  !said.isTemporary &&
  matches(said.isOwnStatus ? noSuchUser : unknown, said.words) &&
  (!said.isOwnStatus || said.status?.detail === '1' || said.status?.detail === '0') &&
  !matches(doubtful, said.words)

/** A server reports a temporary refusal after days: it never knew the user. */
const isUnknownForDays = ({ step, status, words }: Said): boolean =>
  step === null && status?.subject === '1' && status.detail === '1' && matches(unknown, words)

/** RFC 3463: other mailbox status, and mailbox disabled. */
const sayLittle = new Set(['0', '1'])

/** 5.1.7 and 5.1.8 are about the sender's address; Microsoft has more codes of that kind. */
const isAboutSender = ({ status }: Said): boolean =>
  /^(?:1\.[789]|1\.9\d|2\.25\d)$/.test(`${status?.subject}.${status?.detail}`)

/**
 * 5.1.x but for the sender's codes and 5.1.0, which says nothing. A status that another server wrote
 * beside the answer does not decide where the answer is only a link or is about an account, nor 5.1.3
 * beside 553, which Sendmail makes of every 553.
 */
function isStatusOfUnknown(said: Said): boolean {
  const { status, isOwnStatus, words } = said
  if (status?.subject !== '1' || !ofRecipient.has(status.detail)) return false
  if (isOwnStatus) return true
  const isOnlyCode = /^\W*(?:smtp)?\W*[245]\d\d\W*$/.test(words)
  const isOf553 = status.detail === '3' && /\b553\b/.test(words)
  return !isOnlyCode && !isOf553 && accountRowOf(said, false) === null
}

/** RFC 3463, 3.2, and RFC 7505: mailbox, host, syntax, ambiguous, moved, null MX. */
const ofRecipient = new Set(['1', '2', '3', '4', '6', '10'])

function isUnknown({ words, step, status }: Said): boolean {
  if (matches(unknown, words)) return !matches(doubtful, words)
  // RFC 5321 has this text for 550, which also relays use that refuse the text of a mail.
  const isGeneric = unavailable.test(words) && !tryAgain.test(words)
  return isGeneric && (step !== 'message' || status?.subject === '1')
}

const isFull: readonly RegExp[] = [
  /\bover ?quota\b/,
  /quota (?:is |has been |limit |usage )?(?:exceeded|full|reached|violation)/,
  /(?:exceed(?:s|ed|ing)?|over|above) (?:the |its |their |his |of )?(?:\w+ ){0,3}quota/,
  /(?:mailbox|inbox|mail ?folder|maildir|user|account|disk|storage|recipient)(?:'s)?\b.{0,40}\b(?:is full|full\b|exceed(?:s|ed|ing)?|out of (?:storage|space)|too large|would be over|no space|has reached)/,
  /full mailbox/,
  /mailbox size/,
  /insufficient (?:system )?(?:storage|disk)/,
  /not (?:enough|sufficient) (?:disk )?(?:storage|space)/,
  /does not have enough space/,
  /exceeded storage/,
  /no space left/,
  /too many messages on the server/,
  /too much mail data/,
  /(?:postfach|mailbox|speicher).{0,30}\bvoll\b/,
  /\bte vol\b/,
  /(?:bo[iî]te|messagerie).{0,40}pleine/,
  /buz[oó]n.{0,40}llen[oa]\b/,
  /casella.{0,40}piena/,
  /(?:caixa|correio).{0,30}chei[oa]\b/,
  /(?:postvak|postbus|mailbox).{0,20}\bvol\b/,
  /skrzynka.{0,30}(?:pełna|przepełniona)/,
  /(?:ящик|почта).{0,30}(?:переполнен|полон)/,
  /(?:schránka|mailbox).{0,30}\bpln[áéý]/,
  /postl[åa]dan.{0,20}full/,
  /(?:メールボックス|容量).{0,30}(?:いっぱい|超過|超え)/,
  /(?:邮箱|郵箱).{0,10}(?:已满|已滿|空间不足)/,
]

/** The program that writes into the mailbox failed. */
const isTrouble: readonly RegExp[] = [
  /(?:could(?:n't| not)|can(?:'t|not)|unable to|failed to) (?:create|open|lock|write|chdir|stat|access)\b/,
  /temporarily (?:disabled|suspended|locked|inactive|unavailable|closed)/,
  /(?:disabled|suspended|locked) temporarily/,
]

const isDisabled: readonly RegExp[] = [
  /\bdomain\b.{0,30}\b(?:suspended|disabled|deactivated|expired)/,
  /(?:user|recipient|mailbox|account|address|alias|e-?mail)\b.{0,60}\b(?:disabled|inactive|deactivated|suspended|locked|discontinued|frozen|terminated|archived|blocked|closed|restricted|not active|not accepting)/,
  /(?:disabled|inactive|deactivated|suspended|locked|closed|archived) (?:user|recipient|mailbox|account|address)/,
  /invalid\/inactive user/,
  /(?:postfach|konto|empf[äa]nger).{0,40}(?:gesperrt|deaktiviert)/,
  /(?:compte|bo[iî]te|adresse).{0,40}(?:bloqu|d[ée]sactiv|suspendu|archiv)/,
  /(?:cuenta|buz[oó]n|conta|caixa).{0,40}(?:desactivad|desativad|suspendid|suspens|bloquead)/,
  /(?:casella|indirizzo|mailbox).{0,40}(?:disat+ivat|sospes|bloccat)/,
  /(?:konto|skrzynka).{0,40}(?:zablokowan|nieaktywn|zawieszon)/,
  /kontot.{0,20}(?:inaktiver|avst[äa]ng|sp[äa]rra)/,
  /(?:аккаунт|ящик|пользователь).{0,30}(?:заблокирован|отключ[её]н)/,
]

const noSuchUser: readonly RegExp[] = [
  /\bno such (?:user|recipient|mailbox|account)\b/,
  /\bunknown (?:user|recipient|mailbox)\b/,
  /\b(?:user|recipient|mailbox)(?: is)? (?:unknown|not found|(?:does not|doesn't) exist)\b/,
]

const unknown: readonly RegExp[] = [
  /(?:user|recipient|mailbox|account|address|alias|person|customer|e-?mail|destinataire|addressee)s?\b(?: name)?[\w ,'"<>()/-]{0,40}\b(?:unknown|not (?:be |a )?(?:found|exist|known|listed|recogni[sz]ed|present|valid|local|on server|registered)|(?:does|do|did|is)(?: not|n't) (?:exist|found)|not exist|doesn't have|invalid|no longer (?:exists?|valid|on server|available|here|accepts)|does not accept|nonexistent|non-existent)/,
  /unknown (?:or (?:illegal|invalid) )?(?:user|recipient|mailbox|address|local|account|e-?mail|alias|virtual|destination)/,
  /(?:not?|n't) (?:such|match(?:es)? (?:any|a)) (?:an? )?(?:\w+ )?(?:user|recipient|mailbox|address|person|account|domain|alias|local|customer|e-?mail)/,
  /\bno such (?:name|object|one|addressee|mail ?drop)/,
  /invalid (?:or unknown )?(?:virtual )?(?:recipient|mailbox|user|address|to address|e-?mail)/,
  /\bno (?:mail ?box|account|user|one|address|recipient)s? (?:here |found |available |at this |exists |matches )?(?:by |with |for |at |named |found|here|of )/,
  /there is no one at/,
  /doesn't have an? .{0,30}account/,
  /not (?:a|our) (?:valid|known|local|active|current) (?:user|recipient|mailbox|address|account|customer)/,
  /\bnot (?:a )?(?:email address|known user|valid user|valid mailbox|valid recipient|local address|local user)/,
  /\bunr?routeable (?:mail )?(?:address|domain)/,
  /unroutable (?:mail )?(?:address|domain)/,
  /(?:host|domain|domain name)\b[\w ]{0,30}\b(?:not (?:be )?(?:found|exist|valid)|does not exist|doesn't exist|unknown|non-?existent)/,
  /unknown (?:host|domain)/,
  /no such (?:host|domain)/,
  /host name lookup failure/,
  /name (?:or service )?not (?:found|known)/,
  /null ?mx/,
  /does not accept mail/,
  /doesn't accept mail/,
  /no mx (?:record )?found/,
  /recipient address rejected: access denied/,
  /recipient(?: address)? (?:rejected|refused)\W+(?:\w+ )?(?:user|recipient|address)\b.{0,20}\b(?:unknown|invalid)/,
  /destination addresses were unknown/,
  /bad (?:destination|recipient|address)/,
  /badrcptto/,
  /validrcptto/,
  /not our customer/,
  /(?:has|have) (?:moved|been replaced)/,
  /user not local/,
  /isn't in my (?:control|validrcpt)/,
  /missing home directory/,
  /recipients? not (?:found|ok|accepted)/,
  /(?:was|were) not found in/,
  /in name directory/,
  /\bno longer (?:valid|exists?)\b/,
  /unzustellbar/,
  /unbekannt/,
  /existiert nicht/,
  /nicht (?:gefunden|vorhanden)/,
  /onbekend/,
  /bestaat niet/,
  /inconnu/,
  /n'existe pas/,
  /no existe/,
  /desconocid/,
  /sconosciut/,
  /in[eé][xs]ist[ea]nt/,
  /nessun utente/,
  /non (?:esiste|trovat)/,
  /no encontrad/,
  /n[aã]o (?:existe|encontrad)/,
  /desconhecid/,
  /nie (?:istnieje|ma takiego|znaleziono)/,
  /nieznan[yae]/,
  /finns (?:inte|ej)/,
  /(?:findes|finnes|eksisterer) ikke/,
  /(?:okänd|ukendt|ukjent) (?:användare|mottagare|adress|bruger|modtager|bruker|mottaker)/,
  /tuntematon/,
  /ei ole olemassa/,
  /neexistuje/,
  /neznám[yýáé]/,
  /nem létezik/,
  /ismeretlen/,
  /kein(?:e|en)? (?:solche[rns]? )?(?:benutzer|empf[äa]nger|postfach|konto|adresse|mailbox)\b/,
  /geen (?:mailbox|gebruiker|postvak)\b/,
  /(?:utilisateur|destinataire|adresse|bo[iî]te)\b.{0,40}\b(?:introuvable|invalide)/,
  /(?:utilizator|destinatar)\w*.{0,20}(?:necunoscut|inexistent)/,
  /άγνωστος/,
  /(?:kullan[ıi]c[ıi]|al[ıi]c[ıi]|adres).{0,30}(?:yok|bulunamad[ıi]|bilinmiyor)/,
  /(?:нет такого|не найден|не существует|неизвестн)/,
  /(?:用户|用戶|邮箱|郵箱|收件人|地址).{0,12}(?:不存在|未找到|找不到)/,
  /(?:존재하지 않|알 수 없는 (?:사용자|수신자))/,
  /invalid final delivery/,
  /no valid recipients for/,
  /invalid domain(?! name)/,
  /illegal host/,
  /couldn't find (?:a|any) (?:mail exchanger|host)/,
  /no smtp service/,
  /\b55\d (?:\d\.\d\.\d )?does not exist/,
  /存在し(?:ない|ません)/,
  /見つかりません/,
  /リストにありません/,
  /宛先不明/,
]

/** A list of what may be the reason. */
const doubtful: readonly RegExp[] = [
  /\b(?:may|might) (?:not|be|have)\b/,
  /m[oö]glicherweise/,
  /not found,? try again/,
  /il se peut/,
  /puede que/,
  /potrebbe/,
  /talvez/,
  /\b(?:probably|possibly|perhaps|maybe)\b/,
  /vielleicht|wahrscheinlich|peut-[eê]tre|quiz[aá]s?|\bforse\b|mogelijk|waarschijnlijk/,
  /pravděpodobně|možná|prawdopodobnie|możliwe|возможно|вероятно|kanske|måske|kanskje|ehkä|belki/,
  /かもしれ|可能|수도 있/,
  /not local\b.*\b(?:relay|authenticat)/,
  /\b(?:link|headers?)\b/,
  /unknown (?:local )?(?:error|reason|failure|problem)/,
  /unbekannter? (?:fehler|grund)/,
  /(?:erreur|raison) inconnue/,
  /error desconocid|erro desconhecid|errore sconosciut/,
  /onbekende (?:fout|reden)/,
  /nieznany b[łl][ąa]d/,
  /неизвестн\S+ (?:ошибк|причин)/,
  /tuntematon virhe|neznámá chyba|ismeretlen hiba/,
]

const unavailable =
  /mailbox (?:is |name )?(?:unavail?able|not available|not allowed)|(?:user|account|recipient) (?:is )?(?:unavailable|not available)/

/** GMX and Yahoo, as relays, answer so to a mail that they do not like. */
const tryAgain = /failure sending|try again|request failed|later|temporar/

import { matches, type Said } from './answer.ts'

/**
 * What mail services say about an account or sender. `services`: where the words were met. `words`
 * and `status` are alternatives; `unless` takes an answer out. `first`: the words name the sending
 * account, so that the answer is never about a recipient. `limit`: a quota or sending limit, which
 * ends by itself.
 */
export type AccountRow = {
  row: string
  services: string
  words: readonly RegExp[]
  status?: RegExp
  unless?: RegExp
  first?: true
  limit?: true
}

/** Rates of seconds or minutes, of a session, and of the mailbox that receives, are no such limit. */
const otherLimits =
  /\b(?:receiv\w+|incoming|inbound|mailbox|inbox|storage|disk|size|bytes|second|minute|session|connections?|threads?|concurrent|simultaneous|parallel)\b|\b(?:this|the|that) (?:recipient|user)\b/

/** What a receiver takes from an address of the network. */
const ofReceiver = new RegExp(
  String.raw`${otherLimits.source}|\bips?\b|\bhosts?\b|\bour (?:users|customers|network|systems?)\b|\bfrom your (?:server|network)\b`,
)

const rateLimits = new RegExp(String.raw`${otherLimits.source}|\brate\b`)

const ended =
  '(?:suspended|disabled|blocked|locked|deactivated|closed|terminated|cancell?ed|banned|frozen|paused|restricted|on hold|expired|inactive|under review|pending|not (?:yet )?(?:been )?(?:active|activated|enabled|approved|verified|validated|confirmed))'

const whose =
  "(?:your|you're|sender'?s?|the sending|sending|smtp|submitting|authenticated|customer'?s?)"

export const accountRows: readonly AccountRow[] = [
  {
    row: 'sending limit of a day or an hour',
    services:
      'Gmail, Workspace, Microsoft 365, SES, SparkPost, Brevo, Resend, Zoho, Strato, TransIP',
    words: [
      /\b(?:daily|hourly|weekly|monthly|24[- ]?h(?:ours?)?|per (?:day|hour|month)|an hour|a day)\b.{0,80}\b(?:limits?|quotas?|allowance|maximum)\b/,
      /\b(?:recipients|messages|e-?mails|mails)\b.{0,40}\b(?:per|last|past|in 24) ?(?:\d+ )?(?:hour|day|h)s?\b.{0,30}\bexceed/,
      /\b(?:you|sender|user|account|domain)\b(?: ha(?:s|ve))? (?:exceeded|sent more than)\b.{0,80}\b(?:per|an|each|last|this|past) (?:\d+ )?(?:day|hour|month)s?\b/,
      /\b(?:limits?|quotas?|allowance|maximum|only \d+|max(?:imum)?|too many)\b.{0,80}\b(?:daily|hourly|monthly|(?:per|an|each|last|this|in one|one|past) (?:\d+ )?(?:day|hour|month)s?|in 24 ?h(?:ours?)?|today)\b/,
    ],
    unless: ofReceiver,
    first: true,
    limit: true,
  },
  {
    row: 'sending limit',
    services: 'SparkPost, Yahoo, iCloud, Hostinger, IONOS, OVH, GoDaddy, Fastmail, Postfix policyd',
    words: [
      /\b(?:sending|send|sent|outgoing|outbound|submission|relay(?:ing)?|sender(?:'s)?)(?: \w+){0,3} (?:limits?|quotas?)\b/,
      /\b(?:limits?|quotas?)\b.{0,40}\b(?:for )?(?:sending|outgoing|outbound|sent (?:mails?|e-?mails?|messages?))\b/,
      /out ?rate ?limit/,
      /submissionquota/,
      /exceeded relays/,
      /policy rejection\W+(?:\w+ ){0,3}quota/,
      /quota exceeded\W+policy rejection/,
      /message count quota/,
      /\b(?:message|mail|e-?mail) limits? (?:is |was |has been )?(?:exceeded|reached)/,
      /\bdaily frequency/,
      /\byou have used all\b.{0,40}\b(?:e-?mails|mails|messages)/,
      /\byou(?:'ve| have)? (?:reached|exceeded|hit|used up) (?:your|the)\b.{0,40}\b(?:limit|quota)/,
      /\b(?:your|sender'?s?|sending)(?: \w+){0,3} account(?:'s)?\b.{0,60}\b(?:limit|quota)/,
    ],
    unless: rateLimits,
    first: true,
    limit: true,
  },
  {
    row: 'sending limit in other languages',
    services: 'OVH, Orange, Strato, IONOS, Aruba, Arsys',
    words: [
      /limite?\b.{0,40}(?:pro|je|par|por|per|al|all') ?(?:tag|stunde|jour|heure|d[ií]a|hora|giorno|ora|dag|uur)\b/,
      /limite? (?:d'envoi|journali[eè]re|horaire|quotidienne)/,
      /quota d'envoi/,
      /(?:versand|sende|tages|stunden|e-?mail-)(?:limit|kontingent)/,
      /sendekontingent/,
      /l[ií]mite (?:de env[ií]o|diario)/,
      /cuota de env[ií]o/,
      /limite (?:di invio|giornaliero)/,
      /verzendlimiet/,
      /daglimiet/,
      /(?:nombre|quota|limite)\b.{0,30}\b(?:maxim\w+|mails?|messages?|e-?mails?)\b.{0,40}(?:par (?:jour|heure)|journali)/,
      /quota journali/,
      /maximale (?:an)?zahl.{0,40}(?:pro|je) (?:tag|stunde)/,
      /numero massimo di (?:messaggi|e-?mail|invii)/,
      /limite di[aá]rio/,
      /limite de envios?/,
      /(?:dzienny|godzinny) limit/,
      /limit (?:wysyłania|wysłanych|wysyłki)/,
      /дневн\S+ лимит|лимит (?:отправки|писем|сообщений)/,
    ],
    first: true,
    limit: true,
  },
  {
    row: 'credits used up',
    services: 'SendGrid, Brevo, Elastic Email, Mailjet',
    words: [
      /\b(?:maximum|max) credits? (?:exceeded|reached)/,
      /\b(?:not enough|insufficient|out of|no(?: more)?|exceeded(?: your)?) (?:e-?mail |mail |message |sending )?credits?\b/,
      /credits? (?:are |is |has been |have been )?(?:exhausted|exceeded|used up|depleted)/,
    ],
    first: true,
    limit: true,
  },
  {
    row: 'mails of the domain per hour',
    services: 'cPanel, Exim, DirectAdmin, HestiaCP, Plesk',
    words: [
      /max(?:imum)? (?:e-?mails|messages|defers and failures) per hour/,
      /exceeded the max (?:e-?mails|defers)/,
      /is sending too many e-?mails/,
      /rate overlimit/,
      /(?:reached|exceeded|over) (?:its|the|their|your) (?:e-?mail|mail|smtp|outgoing) (?:sending )?(?:limit|quota)/,
      /outgoing (?:mail|message) limit/,
    ],
    first: true,
    limit: true,
  },
  {
    row: 'unpaid',
    services: 'Mailgun, SendGrid, Mailjet, TransIP, IONOS, any web host',
    words: [
      /\bunpaid\b/,
      /payment (?:is )?(?:required|overdue|due|missing|failed|method)/,
      /(?:overdue|outstanding|open) (?:invoices?|balance|payments?|bills?)/,
      /past due/,
      /billing (?:issue|problem|error|hold)/,
      /(?:subscription|trial|plan|contract|licen[cs]e|credit card)(?: period)? (?:has |is )?(?:expired|ended|lapsed|cancell?ed|inactive)/,
      /insufficient (?:funds|balance)/,
      /balance (?:is )?(?:too low|insufficient|exhausted|negative)/,
      /\bno (?:active|valid) (?:subscription|plan|contract|licen[cs]e)/,
      /zahlung/,
      /impay[eé]/,
      /niet betaald/,
    ],
    unless: /\brecipient/,
    first: true,
  },
  {
    row: 'sending is stopped',
    services: 'SES, SendGrid, Postmark, Zoho, OVH, Microsoft 365',
    words: [
      new RegExp(
        String.raw`\b(?:sending|outgoing(?: e-?mails?| mails?| messages?)?|outbound(?: e-?mails?| mails?| messages?)?|e-?mail outgoing|mail submission)\b(?: \w+){0,6}? ${ended}`,
      ),
      /\bblocked from sending/,
      /versand\b.{0,30}(?:gesperrt|deaktiviert|blockiert)/,
      /\benvoi\b.{0,30}(?:bloqu|suspendu|d[ée]sactiv)/,
      /\benv[ií]os?\b.{0,30}(?:bloquead|suspendid|suspens|desactivad|desativad)/,
      /\binvio\b.{0,30}(?:bloccat|sospes|disabilitat)/,
      /mag geen (?:e-?)?mails? (?:verzenden|versturen)/,
      /(?:unusual|suspicious) (?:sending )?activity/,
      /bad outbound sender/,
      /outboundspam/,
      /unable to send e-?mails?\b/,
      /\byou (?:may|can|could) ?not send (?:any )?(?:more )?(?:e-?mails?|messages?)\b(?! to)/,
    ],
    status: /^5\.(?:1\.90|1\.92|7\.50[123]|7\.70[58]|7\.750)$/,
    first: true,
  },
  {
    row: 'account is suspended',
    services:
      'SES, SendGrid, Mailgun, Postmark, Brevo, Mailjet, SparkPost, cPanel, Yahoo, iCloud, any',
    words: [
      new RegExp(
        String.raw`\b${whose}(?: [\w-]+){0,3} (?:account|subaccount|server|domain|user|api key|service)s?\b.{0,60}?\b${ended}`,
      ),
      new RegExp(String.raw`\b${ended} (?:your|the sending|this) account`),
      /\b(?:ihr|votre|su|uw|il (?:tuo|suo))(?: [\w-]+)? (?:konto|compte|cuenta|account)\b.{0,60}(?:gesperrt|deaktiviert|suspendu|bloqu|d[ée]sactiv|suspendid|desactivad|geblokkeerd|opgeschort|sospes|bloccat)/,
      /\b(?:sua|tua) conta\b.{0,60}(?:suspens|bloquead|desativad)/,
      /\b(?:twoje|państwa) konto\b.{0,60}(?:zablokowan|zawieszon|nieaktywn)/,
      /ваш\S* (?:аккаунт|уч[её]тн\S+ запис\S+|ящик).{0,60}(?:заблокирован|приостановлен|отключ)/,
      /アカウント.{0,20}(?:停止|凍結|無効)/,
    ],
    unless:
      /tried to reach|trying to (?:reach|contact)|\brecipient'?s?\b(?! address rejected)|reputation/,
    first: true,
  },
  {
    row: 'test mode',
    services: 'Mailgun, Resend, SES, SparkPost, Mailtrap',
    words: [
      /\bsandbox\b/,
      /\btest(?:ing)? (?:purposes|mode|accounts?|e-?mails?)\b.{0,30}\bonly\b/,
      /\bonly (?:\w+ )?(?:send )?test(?:ing)? (?:e-?mails?|messages?)/,
      /authori[sz]ed recipients?/,
      /\b(?:trial|free) accounts? (?:can|may|are|is|cannot)\b/,
      /can only send (?:e-?mails? )?to (?:your|verified)/,
    ],
    first: true,
  },
  {
    row: 'account words',
    services: 'any: an account that sends is named, whatever follows',
    words: [
      /\b(?:your|sender'?s|sending|smtp)(?: e-?mail| mail| \w+ing| \w+grid| \w+gun)? account\b/,
    ],
    unless:
      /tried to reach|trying to (?:reach|contact)|\brecipient'?s?\b(?! address rejected)|not (?:in|on) your/,
    first: true,
  },
  {
    row: 'sender is not verified',
    services:
      'SES, SendGrid, Postmark, Resend, Mailjet, SparkPost, Mailgun, MailerSend, Yahoo, Brevo',
    words: [
      /e-?mail address is not verified/,
      /identities failed the check/,
      /verified sender/,
      /sender (?:identity|signature)/,
      /(?:from|sender|sending|domain|return.path)\b.{0,60}\b(?:not|isn't|must be|has to be|un)(?: been| yet)* ?(?:verified|validated|confirmed|registered|configured)\b/,
      /(?:unverified|unconfigured|unregistered|unvalidated|unknown|invalid) (?:sending|sender) ?(?:address|domain|identity)?/,
      /\bdomain (?:is )?not (?:found|verified|active|allowed to send)/,
      /not allowed to send:/,
      /(?:sender|from address|sending address|sender you used)\b.{0,60}\b(?:is )?not valid\b/,
      /sending domain is not authenticated/,
      /authenticate your domain/,
      /verify your (?:e-?mail|domain|account|sender)/,
      /to (?:begin|start) sending\b/,
    ],
    unless: /recipient|unauthenticated (?:e-?mail|mail|message)/,
  },
  {
    row: 'sender is not allowed',
    services:
      'Microsoft 365, Gmail, Zoho, IONOS, Strato, Hostinger, OVH, GMX, Yandex, iCloud, Postfix',
    words: [
      /sendasdenied/,
      /send(?:ing)? (?:mail )?as (?:this|another|other)/,
      /permissions? to send as/,
      /not owned by (?:auth )?user/,
      /(?:sender|from|envelope|return.path)(?:[- ](?:address|domain|e-?mail))?\b.{0,50}\b(?:not|isn't) (?:allowed|permitted|authori[sz]ed|owned|one of your|accepted for|valid for|associated)/,
      /(?:not|n't) (?:allowed|permitted|authori[sz]ed) to (?:send|relay|use|submit)/,
      /not authori[sz]ed to perform/,
      /disallowed as/,
      /is not one of your addresses/,
      /absender(?:adresse)? (?:ist )?nicht (?:erlaubt|zugelassen)/,
      /exp[eé]diteur (?:non|refus)/,
      /not subscribed to ses/,
      /sender(?: address)? rejected\W+not logged in/,
      /sender mismatch/,
      /mail ?from\b.{0,20}\bmust (?:be (?:the )?same|equal)/,
      /not in the list of allowed domains/,
      /permissions? to (?:submit|relay)\b/,
      /(?:sender|from)\b.{0,20}\bmust match\b/,
      /(?:sender|from)\b.{0,40}\bdoes(?: not|n't) match (?:the )?(?:authenticated|login|account)/,
    ],
    status: /^5\.(?:1\.[78]|2\.25[12]|7\.60)$/,
    unless:
      /\bcountr(?:y|ies)\b|to (?:send |post |submit |e-?mail |mail |messages? |deliver )*(?:to )?recipients?\b|to (?:send |post |submit |e-?mail |mail |messages? |deliver )*(?:to )?(?:this|the|that) (?:recipient|group|list|mailing|address|mailbox|user|e-?mail)|distribution|members?[- ]only|\b(?:spf|dmarc|dkim|designated|dns|ip|host)\b/,
  },
  {
    row: 'relay is denied',
    services: 'Postfix, Exim, Sendmail, Exchange, hMailServer, MailEnable, qmail, Zoho',
    words: [
      /\brelay(?:ing)?(?: of mail| access| to \S+| mail| from \S+)? ?(?:is |was )?(?:denied|prohibited|disallowed|refused|rejected|not (?:allowed|permitted|supported))/,
      /(?:unable|not (?:allowed|permitted|configured)) to relay/,
      /\b(?:no|do(?:n't| not)|does not|doesn't) relay(?:ing)?\b/,
      /open relay/,
      /as a relay/,
      /allowed rcpthosts/,
    ],
  },
  {
    row: 'login is required',
    services: 'Microsoft 365, Gmail, SendGrid, Exim, MailEnable, hMailServer, AWS',
    words: [
      /\bauth(?:entication)? (?:is |needed |must be )?(?:required|needed|necessary)/,
      /requires? (?:smtp )?authentication/,
      /must (?:be )?(?:authenticate|authenticated|log ?in)/,
      /client was not authenticated/,
      /unauthenticated senders? (?:is |are )?not/,
      /authentication (?:credentials )?(?:invalid|failed|unsuccessful)/,
      /invalid (?:login|credentials|username|password)/,
      /you (?:don't|do not) authenticate/,
      /\bneeds authentication/,
      /\bapi key\b.{0,40}\b(?:invalid|revoked|disabled|expired|not have permission)|invalid api key/,
      /\bcredentials (?:are|have been|were) (?:disabled|revoked|expired)/,
      /pop before smtp|check (?:for )?(?:new )?mail before sending/,
      /unauthori[sz]ed ip\b/,
      /ip(?: address)? is not authori[sz]ed to use/,
      /basic authentication is (?:not supported|disabled)/,
      /please (?:log ?in|authenticate|turn on smtp auth)/,
    ],
    status: /^5\.7\.57$/,
    unless:
      /sendernotauthenticatedfor|\b(?:spf|dkim|dmarc|arc)\b|authenticated (?:e-?mail|mail|message)|authenticated senders? (?:only|can)|recipient (?:requires|only)|recipient restriction/,
  },
]

/** The words of a suspended account that do not say whose it is. */
const someAccount: AccountRow = {
  row: 'account is suspended',
  services: 'any',
  words: [
    new RegExp(String.raw`\baccount\b.{0,60}?\b${ended}`),
    new RegExp(String.raw`\b${ended} (?:e-?mail |mail |smtp )?account\b`),
    /\bservice (?:is |has been )?suspended\b/,
    /\bkonto\b.{0,20}(?:gesperrt|zablokowan|zawieszon)/,
    /\bcompte (?:est |a [ée]t[ée] )?(?:suspendu|bloqu|d[ée]sactiv)/,
    /\b(?:cuenta|conta) (?:ha sido |est[aá] |foi )?(?:suspend|suspens|bloquead|desactivad|desativad)/,
    /\baccount (?:è |[èe] stato )?(?:sospes|bloccat)/,
    /(?:аккаунт|уч[её]тная запись).{0,20}(?:заблокирован|приостановлен|отключ)/,
    /\b(?:this|the) account\b.{0,40}\bnot (?:allowed|permitted|authori[sz]ed)/,
  ],
  unless:
    /tried to reach|trying to (?:reach|contact)|\brecipient'?s?\b(?! address rejected)|mailbox|destinat|empf[äa]nger|ontvanger|odbiorc|получател/,
  first: true,
}

/** The same of a domain. */
const someDomain: AccountRow = {
  row: 'account is suspended',
  services: 'Mailgun, Postmark, cPanel',
  words: [/\bdomain\b.{0,30}\b(?:suspended|disabled|deactivated|expired)\b/],
  unless: /tried to reach|trying to (?:reach|contact)|\brecipient|mailbox|reputation/,
  first: true,
}

/** The row that an answer is of. `first`: whether rows that name our account are asked, or the rest. */
export function accountRowOf(said: Said, first: boolean): AccountRow | null {
  const { status } = said
  const code = status ? `5.${status.subject}.${status.detail}` : ''
  const rows = accountRows.filter((row) => (row.first ?? false) === first)
  if (first && !said.repeatsRecipient) rows.push(someAccount)
  if (first && !said.namesDomain) rows.push(someDomain)
  return (
    rows.find(
      ({ words, status: codes, unless }) =>
        codes?.test(code) || (matches(words, said.words) && !unless?.test(said.words)),
    ) ?? null
  )
}

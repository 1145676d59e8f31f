import { doctorChecks, type DoctorRun } from '#contract/mails/doctor.ts'
import type { FigureReport } from '#contract/figures/report.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { operatorMs, operatorTime } from '#contract/promises/operator-times.ts'
import type { ContactPart } from '#contract/campaign/contact.ts'
import { contactNouns } from '#contract/campaign/contact-to-fill.ts'
import { counted, listed } from '#contract/english.ts'
import { summaryOf } from '#server/ops/doctor/doctor.ts'
import { backupTask, type CheckedTask, type Task, type BackupFacts } from './attention.ts'

const missingLink = { path: `${navigation.figures.path}#missing`, label: 'What is missing' }
const figuresLink = { path: navigation.figures.path, label: 'See them' }
const tasksShown = 3

export type ChecklistFacts = {
  publicUrl: string
  /** how this request came, as the proxies say */
  isHttps: boolean
  hasProxies: boolean
  operators: { operators: number; readers: number }
  hasSmtp: boolean
  wasMailAccepted: boolean
  /** the doctor's last result */
  doctor: Pick<DoctorRun, 'outcome' | 'checks'> | null
  figures: Pick<FigureReport, 'open' | 'samples' | 'missing'>
  /** where the product is sold once it is launched; null if the campaign does not say it */
  shop: string | null
  backup: BackupFacts
  hasJoined: boolean
  now: number
}

/**
 * DASH-3: what to do before the page goes live, what stops mail first. Each line says what to do,
 * with a link or a command, or what is done.
 */
export const checklistOf = (facts: ChecklistFacts): CheckedTask[] => [
  smtpCheck(facts),
  ...(facts.hasSmtp ? [doctorCheck(facts)] : []),
  contactCheck(facts),
  addressCheck(facts),
  proxyCheck(facts),
  tlsCheck(facts),
  operatorCheck(facts),
  figureCheck(facts),
  claimCheck(facts),
  sampleCheck(facts),
  factCheck(facts),
  shopCheck(facts),
  backupCheck(facts),
  joinCheck(facts),
]

/** The tasks that remain after the first days. */
export const openTasks = (checklist: readonly CheckedTask[]): Task[] =>
  checklist.filter(({ done }) => !done).slice(0, tasksShown)

const check = (key: string, done: boolean, whenDone: Texts, toDo: Texts): CheckedTask => ({
  key,
  done,
  ...(done ? whenDone : toDo),
})
type Texts = Omit<Task, 'key'>

const addressCheck = ({ publicUrl }: ChecklistFacts) =>
  check(
    'address',
    publicUrl.startsWith('https:'),
    { title: 'The page has an https address', text: `\`PUBLIC_URL\` is ${publicUrl}.` },
    {
      title: 'Give the page its https address',
      text: `It is ${publicUrl}. Links in mails begin with it. Set \`PUBLIC_URL\` to the address that visitors use, and start again.`,
      command: "PUBLIC_URL='https://example.com'",
    },
  )

const proxyCheck = ({ hasProxies }: ChecklistFacts) =>
  check(
    'proxies',
    hasProxies,
    {
      title: 'The proxy in front is known',
      text: '`TRUSTED_PROXIES` names it, so each visitor has a limit of their own.',
    },
    {
      title: 'Set the proxy’s address',
      effect: 'without it all visitors share one rate limit',
      text: 'Set `TRUSTED_PROXIES` to the address of the proxy that ends TLS. The example is for one on this machine.',
      command: "TRUSTED_PROXIES='127.0.0.1'",
    },
  )

const tlsCheck = ({ isHttps }: ChecklistFacts) =>
  check(
    'tls',
    isHttps,
    { title: 'This page came over TLS', text: 'The proxy in front says so.' },
    {
      title: 'Serve the page over TLS',
      text: 'This page was opened without TLS. Open the dashboard by its https address; if you did, have the proxy send `X-Forwarded-Proto`.',
      command: 'X-Forwarded-Proto: https',
    },
  )

const operatorCheck = ({ operators: { operators, readers } }: ChecklistFacts) =>
  check(
    'operators',
    operators > 0,
    {
      title: 'Operators can sign in by mail',
      text: `\`OPERATORS\` has ${counted(operators, 'operator')}${readers > 0 ? ` and ${counted(readers, 'reader')}` : ''}.`,
    },
    {
      title: 'Add operators',
      text: 'Set `OPERATORS` to your address, and those of others; `reader:` before one lets it only read.',
      command: "OPERATORS='you@example.com, reader:colleague@example.com'",
    },
  )

const contactCheck = ({ figures }: ChecklistFacts) => {
  const [missing, ...others] = figures.missing.filter(isContact)
  return check(
    'contact',
    missing === undefined,
    { title: 'Visitors can write to you', text: 'The privacy page has your address.' },
    missing?.value === null
      ? {
          title: 'Say who keeps the addresses',
          effect: 'no letter is sent without it',
          text: `The privacy page and the mails have a blank for your ${listed([missing, ...others].map(nounOf), 'and')}. Write it as \`contact\` in \`${missing.file}\` and start again.`,
          link: missingLink,
        }
      : {
          title: 'Give an address for questions',
          text: `The privacy page says ${missing?.value}, ${missing?.reason}. Change \`contact\` in \`${missing?.file}\`.`,
          link: missingLink,
        },
  )
}

const isContact = ({ key }: FigureReport['missing'][number]) => key.startsWith('privacy.contact')

const nounOf = ({ key }: { key: string }) => contactNouns[key.split('.').at(-1) as ContactPart]

const smtpCheck = ({ hasSmtp, wasMailAccepted }: ChecklistFacts) =>
  check(
    'smtp',
    hasSmtp && wasMailAccepted,
    { title: 'Mail is sent', text: 'The mail server of `SMTP_URL` has accepted mail.' },
    hasSmtp
      ? {
          title: 'Try the mail server',
          text: '`SMTP_URL` is set, and no mail was accepted yet. Join once yourself.',
          link: { path: '/', label: 'Open the page' },
        }
      : {
          title: 'Connect a mail server',
          effect: 'no mail leaves without it',
          text: 'Set `SMTP_URL` and `MAIL_FROM`, then start again.',
          command:
            "SMTP_URL='smtps://user:password@mail.example.com:465' MAIL_FROM='Your brand <hello@example.com>'",
        },
  )

const doctorLink = { path: `${navigation.mail.path}#doctor`, label: 'See the result' }

function doctorCheck({ doctor }: ChecklistFacts): CheckedTask {
  if (doctor === null)
    return {
      key: 'doctor',
      done: false,
      title: 'Ask the mail doctor',
      effect: 'mails may arrive as spam',
      text: 'It checks SPF, DKIM, DMARC and the rest, and names each record to publish. Press the button on the Mail screen, or run `npm run mail -- doctor`.',
      link: { ...doctorLink, label: 'Mail doctor' },
    }
  const wrong = doctor.checks.filter(({ state }) => state === 'wrong')
  return check(
    'doctor',
    wrong.length === 0,
    { title: 'The mail doctor finds nothing wrong', text: summaryOf(doctor.checks) },
    {
      title: `Correct ${wrong.map(({ key }) => doctorChecks[key]).join(', ')}`,
      effect: 'mails may arrive as spam',
      text: 'The mail doctor names the record to publish, ready to copy.',
      link: doctorLink,
    },
  )
}

const figureCheck = ({ figures: { open } }: ChecklistFacts) =>
  check(
    'simulated',
    open.simulated === 0,
    { title: 'No figure is simulated', text: 'Every number on the page is true or a claim.' },
    {
      title: `Replace ${counted(open.simulated, 'simulated figure')}`,
      text: 'The page shows numbers that nobody counted. Replace each, or leave it out.',
      link: figuresLink,
    },
  )

const claimCheck = ({ figures: { open } }: ChecklistFacts) =>
  check(
    'claims',
    open.claimsWithoutEvidence === 0,
    { title: 'Every claim has its evidence', text: '`npm run figures` lists them.' },
    {
      title: `Name the evidence of ${counted(open.claimsWithoutEvidence, 'claim')}`,
      text: 'Or leave them out.',
      link: figuresLink,
    },
  )

const factCheck = ({ figures: { missing } }: ChecklistFacts) => {
  const facts = missing.filter((fact) => !isContact(fact))
  return check(
    'facts',
    facts.length === 0,
    { title: 'Every fact of the product is given', text: 'No placeholder is left.' },
    {
      title: `Give ${counted(facts.length, 'missing fact')}`,
      text: `\`npm run figures\` lists them, e.g. \`${facts[0]?.key}\` in \`${facts[0]?.file}\`.`,
      link: missingLink,
    },
  )
}

const sampleCheck = ({ figures: { open, samples } }: ChecklistFacts) =>
  check(
    'samples',
    open.samples === 0,
    { title: 'No fact of the product is a sample', text: '`npm run figures` lists them.' },
    {
      title: `Replace ${counted(open.samples, 'sample')}`,
      text: `The page marks them as samples, and leaves them out with live figures, e.g. \`${samples[0]?.key}\` in \`${samples[0]?.file}\`.`,
      link: figuresLink,
    },
  )

const shopCheck = ({ shop }: ChecklistFacts) =>
  check(
    'shop',
    shop !== null,
    { title: 'The shop has an address', text: `After the launch the page leads to ${shop}.` },
    {
      title: 'Give the address of the shop',
      effect: 'you cannot launch without it',
      text: 'Write it, with https://, as `shop` in the `launch.ts` of the campaign. You can go live without it: the launch needs it.',
      link: { path: navigation.launch.path, label: 'The launch' },
    },
  )

const backupCheck = ({ backup, now }: ChecklistFacts) =>
  check(
    'backup',
    backup.at !== null && Math.abs(now - backup.at) <= operatorMs('backup'),
    {
      title: `A backup was made in the last ${operatorTime('backup')}`,
      text: 'Make one every day.',
    },
    backupTask(backup),
  )

const joinCheck = ({ hasJoined }: ChecklistFacts) =>
  check(
    'join',
    hasJoined,
    { title: 'Somebody has joined', text: 'See how it looks in your inbox.' },
    {
      title: 'Join once yourself',
      text: 'Use an address at Gmail and one at Outlook, and look where the mail arrives.',
      link: { path: '/', label: 'Open the page' },
    },
  )

import { HtmlValidate, type ConfigData, type MetaDataTable } from 'html-validate'

/** Elements that load, run, take input or play: mailboxes strip them or warn of them. */
const refused = [
  'audio',
  'base',
  'button',
  'canvas',
  'dialog',
  'embed',
  'form',
  'iframe',
  'img',
  'input',
  'link',
  'map',
  'math',
  'noscript',
  'object',
  'picture',
  'script',
  'select',
  'slot',
  'source',
  'svg',
  'template',
  'textarea',
  'track',
  'video',
]
const refusals: MetaDataTable = Object.fromEntries(
  refused.map((element) => [element, { deprecated: { message: 'mailboxes do not show it' } }]),
)

/**
 * The HTML that mailboxes show alike, which every mail keeps to: a valid, accessible document of
 * text, tables and absolute links. Left out of html-validate's own sets are seven rules on how
 * things are written: mail clients need the old attributes and styles in the elements, Outlook its
 * conditional comments, and React Email writes an older doctype, void elements with a slash,
 * attributes in capitals and the older name of a role.
 */
const mailSafeHtml: ConfigData = {
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  elements: ['html5', refusals],
  rules: {
    'allowed-links': [
      'error',
      { allowExternal: true, allowRelative: false, allowAbsolute: false, allowBase: false },
    ],
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'no-conditional-comment': 'off',
    'doctype-html': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'presentation-role-style': 'off',
  },
}

/**
 * The picture behind the title: without it the cell is plain black, and the words are live text.
 */
const plate =
  /background-image:url\(https:\/\/[\w.-]+\/mail-plate\.png\);background-size:cover;background-position:55% top/

/** Declarations that some mail client drops, or reads in its own way. */
const unsafeStyle =
  /\b(?:url|var|calc|rgba?|hsla?)\(|(?:^|;)\s*(?:position|float|transform|animation|transition|filter|background-image|grid[\w-]*|flex[\w-]*)\s*:|display:\s*(?:flex|grid)|!important/i

const validator = new HtmlValidate(mailSafeHtml)
/** LETTER-1: a letter may have pictures from PUBLIC_URL, and links to mail addresses. */
const validatorOfLetters = new HtmlValidate({
  ...mailSafeHtml,
  elements: ['html5', { ...refusals, img: {} }],
  rules: {
    ...mailSafeHtml.rules,
    'allowed-links': ['error', { allowRelative: { include: ['^mailto:'] }, allowAbsolute: false }],
  },
})

/** The parts of a mail's HTML outside that subset, each with its reason. */
export const mailFaults = (html: string): Promise<string[]> => faultsBy(validator, html)
export const letterFaults = (html: string): Promise<string[]> => faultsBy(validatorOfLetters, html)

async function faultsBy(validator: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const styles = [...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => style)
  return [
    ...results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ),
    ...styles
      .map((style) => style.replace(plate, ''))
      .filter((style) => unsafeStyle.test(style))
      .map((style) => `style: ${style}`),
  ]
}

/** A form in a page's HTML, as a browser without script would send it. */
export type PlainForm = { action: string; fields: Record<string, string> }

/** The form that posts to `path`, or null. A fragment in its action is left out. */
export function formIn(html: string, path: string): PlainForm | null {
  for (const [, attributes = '', content = ''] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const action = attribute(attributes, 'action')?.split('#')[0]
    if (action === path && attribute(attributes, 'method') === 'post')
      return { action, fields: fieldsIn(content) }
  }
  return null
}

/** Hidden fields, texts, and what is chosen. Buttons are left out. */
export function fieldsIn(content: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, tag, attributes = ''] of content.matchAll(/<(input|textarea|select)\b([^>]*)>/g)) {
    const name = attribute(attributes, 'name')
    const type = attribute(attributes, 'type')
    const isChosen = !['radio', 'checkbox'].includes(type ?? '') || /\bchecked\b/.test(attributes)
    if (name && tag === 'input' && isChosen) fields[name] = attribute(attributes, 'value') ?? ''
  }
  for (const [, attributes = '', text = ''] of content.matchAll(
    /<textarea([^>]*)>(.*?)<\/textarea>/gs,
  ))
    fields[attribute(attributes, 'name') ?? ''] = unescape(text)
  for (const [, attributes = '', options = ''] of content.matchAll(
    /<select([^>]*)>(.*?)<\/select>/gs,
  ))
    fields[attribute(attributes, 'name') ?? ''] = chosenIn(options)
  return fields
}

const chosenIn = (options: string): string => {
  const all = [...options.matchAll(/<option([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const chosen = all.find((attributes) => /\bselected\b/.test(attributes)) ?? all[0] ?? ''
  return attribute(chosen, 'value') ?? ''
}

const attribute = (text: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(text)?.[1]
  return value === undefined ? undefined : unescape(value)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const unescape = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!)

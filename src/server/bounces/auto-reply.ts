import { valueOf, valuesOf, type Fields } from './header-fields.ts'

/**
 * Whether a program answered for a person: RFC 3834, the fields of older programs, or the subjects
 * of those that set none. Mails that a program sent by itself (`auto-generated`, as ours) are no
 * replies.
 */
export function isAutoReply(headers: Fields): boolean {
  const submitted = valueOf(headers, 'auto-submitted').toLowerCase()
  if (submitted.startsWith('auto-generated')) return false
  return submitted.startsWith('auto-replied') || isReplyOfPerson(headers)
}

/** The same without `Auto-Submitted: auto-replied`, which mail servers write into reports too. */
export function isReplyOfPerson(headers: Fields): boolean {
  return (
    olderFields.some((name) => valuesOf(headers, name).some((value) => !/^no\b/i.test(value))) ||
    /^auto_?reply/i.test(valueOf(headers, 'precedence')) ||
    subjects.test(valueOf(headers, 'subject'))
  )
}

const olderFields = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-mail-autoreply']

const subjects =
  /^(?:(?:out of (?:the )?office|automatic(?:ally generated)? reply|auto(?:matic)?[ -]?(?:response|reply)|vacation reply|automatische antwort|abwesenheits(?:notiz|meldung)|automatisch antwoord|afwezig(?:heid|heidsbericht)?|r[ée]ponse automatique|absence du bureau|respuesta autom[áa]tica|fuera de (?:la )?oficina|risposta automatica|fuori sede|resposta autom[áa]tica)\b)/i

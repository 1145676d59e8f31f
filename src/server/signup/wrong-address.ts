import { wrongAddress } from '#campaign/copy/interface.ts'
import { checkAddress } from '#contract/address.ts'

/**
 * FORM-2: the sentence on why the server refuses an address; undefined if the page's own message
 * says it.
 */
export function whyWrong(typed: string): string | undefined {
  const { wrong } = checkAddress(typed)
  return wrong ? wrongAddress[wrong.fault].replace('{character}', () => wrong.character) : undefined
}

type Press = Pick<MouseEvent | KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Presses with a modifier key, such as those that open a link in a new tab, belong to the browser.
 */
export const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  ctrlKey || metaKey || shiftKey || altKey

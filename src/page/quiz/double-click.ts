const doubleClickMs = 300

type Click = Pick<MouseEvent, 'detail' | 'timeStamp'>

/**
 * FORM-7: after a click has replaced the element under the pointer, ignores the second click of the
 * same double click.
 */
export function createDoubleClickFilter() {
  let lastClickAt: number | null = null
  let replacedAt: number | null = null
  return {
    /** Call it when the element under the pointer was replaced. */
    replaced() {
      replacedAt = lastClickAt
    },
    isIgnored({ detail, timeStamp }: Click): boolean {
      const ignored = detail > 1 && replacedAt !== null && timeStamp - replacedAt <= doubleClickMs
      if (!ignored) lastClickAt = timeStamp
      return ignored
    },
  }
}

/** LINE-9: what a device that remembers its person posts to. */
export const devicePaths = { open: '/device/open', forget: '/device/forget' } as const

/** The words of the line on the landing page. */
export type LineLandingCopy = {
  /**
   * LINE-3: behind a friend's link. `moves` is left out where friends move nobody. It stands for
   * every code: also for one that is nobody's, and for an owner whom no friend moves any more.
   * `named`: where the owner shows a name, `{name}`. `note`: below the form.
   */
  friend: {
    chip: string
    moves: string
    named: { chip: string; moves: string }
    note: string
  }
  /**
   * LINE-9: after joining, instead of one sentence. `{email}` is the address. `next` follows the
   * second step with live figures; `{place}` is the next place, `{time}` when it was counted.
   */
  steps: { mail: string; place: string; next: string; link: string }
  /**
   * LINE-9: on a device that remembers its person, instead of the form. `{before}` and `{behind}`
   * are people.
   */
  device: { around: string; asOf: string; open: string; why: string; forget: string }
}

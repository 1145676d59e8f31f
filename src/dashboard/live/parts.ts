import { dashboardPaths, followHeader, formTokenField } from '#contract/dashboard/navigation.ts'

/**
 * DASH-10: the server renders every screen whole. The script asks for the same address again and
 * replaces the parts that both screens name by `data-part`; it builds no HTML.
 */
export type LoadedScreen = { page: Document; url: string }

/** A screen of the server, or why there is none. */
export async function loadScreen(
  url: string,
  init?: RequestInit,
): Promise<LoadedScreen | 'signed-out' | 'away'> {
  try {
    const answer = await fetch(url, init)
    const isSignIn = new URL(answer.url).pathname === dashboardPaths.signIn
    if (answer.status === 401 || isSignIn) return 'signed-out'
    if (!answer.ok) return 'away'
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return { page, url: answer.url }
  } catch {
    return 'away'
  }
}

/** DASH-12: such a request does not count as use of the session. */
export const asFollowing = { headers: { [followHeader]: '1' } }

/**
 * Shows the parts that `selector` finds as the other screen has them. A part with the focus stays as
 * it is, so that nothing moves under somebody's hands.
 */
export function showParts(page: Document, selector: string) {
  for (const part of document.querySelectorAll<HTMLElement>(selector)) {
    const other = page.querySelector(`[data-part="${part.dataset['part']}"]`)
    if (!other || part.contains(document.activeElement)) continue
    // What has ended follows no longer.
    part.toggleAttribute('data-follow', other.hasAttribute('data-follow'))
    if (withoutTokens(part) !== withoutTokens(other)) part.replaceChildren(...other.childNodes)
  }
  if (page.title) document.title = page.title
}

/** The token of a form is masked anew in each answer, and changes nothing that is seen. */
const withoutTokens = ({ innerHTML }: Element) =>
  innerHTML.replaceAll(new RegExp(`(name="${formTokenField}" value=")[^"]*`, 'g'), '$1')

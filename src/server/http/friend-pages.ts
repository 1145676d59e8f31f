import type { FriendVisit } from '#contract/render.ts'
import type { PageBodies } from './page-bodies.ts'
import { fillPage, pageTemplate, type PageTemplate } from './page-template.ts'

/** Opens the landing page of such a visit; `make` turns its HTML into what is kept of it. */
type Open = (friend: FriendVisit, make: (html: string) => PageTemplate) => PageBodies<PageTemplate>

// Texts that no campaign contains.
const blanks = { via: '\uE000via\uE001', name: '\uE000name\uE001' }

/**
 * LINE-3: the landing page behind a friend's link. It is rendered once for all codes, and once for
 * those whose owner shows a name, and then filled in: a code that is nobody's takes the same way.
 */
export function openFriendPages(open: Open) {
  const make = (html: string) => pageTemplate(html, blanks)
  const named = open(blanks, make)
  const unnamed = open({ ...blanks, name: '' }, make)
  return {
    /** null if the page cannot be kept */
    async page(friend: FriendVisit): Promise<Buffer | null> {
      const template = await (friend.name ? named : unnamed).now()
      return template && fillPage(template, friend)
    },
  }
}

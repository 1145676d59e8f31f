import { sendCounts } from '#page/api.ts'
import { optsOut } from '#page/tracking/opt-out.ts'

/**
 * LINE-9: the script of a page with a person's own link: it copies, and where the browser can, it
 * shares. It is a file of its own (vite.config.ts), so what it imports changes no other script.
 */
for (const part of document.querySelectorAll<HTMLElement>('[data-own-link]')) start(part)

const shownMs = 4_000

function start(part: HTMLElement): void {
  const url = part.dataset.ownLink ?? ''
  const field = part.querySelector('input')!
  const copy = part.querySelector<HTMLElement>('[data-act="copy"]')!
  const share = part.querySelector<HTMLElement>('[data-act="share"]')!
  const status = part.querySelector<HTMLElement>('[role="status"]')!
  const words = copy.textContent
  let timer: ReturnType<typeof setTimeout> | undefined

  for (const way of part.querySelectorAll('button, a')) way.addEventListener('click', countShare)
  const say = (text: string) => {
    copy.textContent = status.textContent = text
    clearTimeout(timer)
    timer = setTimeout(() => {
      copy.textContent = words
      status.textContent = ''
    }, shownMs)
  }
  field.addEventListener('focus', () => field.select())
  copy.hidden = false
  copy.addEventListener('click', async () => {
    if (await copied(url, field)) say(copy.dataset.done!)
    else say(copy.dataset.selected!)
  })
  if (!navigator.share) return
  share.parentElement!.hidden = false
  // A visitor who closes the browser's share sheet has changed their mind.
  share.addEventListener('click', () => void navigator.share({ url }).catch(() => {}))
}

/** DASH-3: that somebody shares, without the link, the way or who. */
function countShare(): void {
  if (!optsOut()) sendCounts({ counts: [{ event: 'link_shared', label: 'own-link', count: 1 }] })
}

/** The clipboard exists on https only; the older way also works on http. */
async function copied(url: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}

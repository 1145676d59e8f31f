import type { LiveMessage } from '#contract/live/message.ts'

/** An open `/live` of the server at `url`: its events so far, and the texts of its headers. */
export async function openLiveStream(url: string) {
  const ended = new AbortController()
  const response = await fetch(`${url}/live`, {
    headers: { accept: 'text/event-stream' },
    signal: ended.signal,
  })
  const events: { event: string; data: string }[] = []
  let isOpen = true
  const reading = (async () => {
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        events.push({ event, data })
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOpen = false
    })
  return {
    response,
    events,
    isOpen: () => isOpen,
    reading,
    figures: () =>
      events
        .filter(({ event }) => event === 'figures')
        .map(({ data }) => JSON.parse(data) as LiveMessage),
    leave: () => ended.abort(),
  }
}

/** The same figures once, as where streams are blocked. */
export async function askLive(url: string): Promise<{ response: Response; message: LiveMessage }> {
  const response = await fetch(`${url}/live`, { headers: { accept: 'application/json' } })
  return { response, message: (await response.json()) as LiveMessage }
}

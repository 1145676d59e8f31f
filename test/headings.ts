/** The headings of a page that stand more than one level below the heading before them, as `h3 Title`. */
export function skippingHeadings(html: string): string[] {
  const headings = [...html.matchAll(/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gs)].map(([, level, text]) => ({
    level: Number(level),
    text: text!.replaceAll(/<[^>]*>/g, ''),
  }))
  return headings
    .filter(({ level }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
    .map(({ level, text }) => `h${level} ${text}`)
}

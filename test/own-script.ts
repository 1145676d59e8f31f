/** Screens of operators have one script, a file of our own (DASH-10). Returns the HTML without it. */
export const withoutOwnScript = (html: string): string =>
  html.replace(/<script type="module" src="\/(?:assets\/)?screens(?:-[\w-]+)?\.js"><\/script>/, '')

/** What a visitor reads where a request gets a sentence instead of a page. */
export const refused = {
  unreadable: 'The request could not be read. Check its body and send it again.',
  elsewhere:
    'This form came from a page of another site. Open our own page and send it from there.',
  button:
    'This came from a page of another site. Open our page, or the link in your email, and press the button there.',
  tooLarge:
    'This form contains more than the server accepts, so nothing was stored. Go back, shorten what you typed, and send it again.',
  longPath: 'This address is longer than 4 KiB. Go to the start page instead.',
  wrongPath: 'This address cannot be read. Go to the start page instead.',
  unsupported: 'This content type is not supported here.',
  tooOften: 'Too many requests from this network. Try again after the seconds in Retry-After.',
  device: 'Your page was opened too often from here. Wait a minute, or use the link in an email.',
  pages: 'Too many pages were opened at once. Wait a few seconds, then load this page again.',
}

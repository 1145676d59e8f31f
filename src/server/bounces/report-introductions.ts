/**
 * How mail servers begin a report that only people can read. A second pattern of one server is an
 * older version of it, or another language.
 */
export const introductions: readonly RegExp[] = [
  // qmail
  /I wasn't able to deliver your message/i,
  // Exim, GMX, 1&1
  /A message that you (?:have )?sent could not be delivered/i,
  /Eine (?:von Ihnen gesendete )?Nachricht konnte nicht zugestellt werden/i,
  // Gmail
  /Delivery to the following recipients? (?:has )?failed permanently/i,
  /Your message wasn't delivered to/i,
  // Exchange, Outlook
  /Delivery has failed to these recipients/i,
  /Your message did not reach some or all of the intended recipients/i,
  /Your message to .{1,320} couldn't be delivered/i,
  // Yahoo
  /Unable to deliver (?:your )?message to the following address/i,
  // Postfix
  /your message could not\s+be\s+delivered to one or more recipients/i,
  // OpenSMTPD, and its forks
  /error has occurred while attempting to deliver a message for/i,
  // Courier
  /Your message to the following recipients cannot be delivered/i,
  // sendmail
  /The following addresses had permanent fatal errors/i,
]

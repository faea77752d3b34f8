/**
 * What signing an event of a kind does, to follow 'wants to', and what it makes. Where kinds are alike, the first
 * of them (`RANGES` of describe-kind.ts) stands for all.
 */
export const kinds = {
  0: ['change your profile', 'your profile'], // NIP-01
  1: ['publish a note', 'a note'], // NIP-10
  2: ['recommend a relay', 'a relay recommendation'], // NIP-01
  3: ['change whom you follow', 'the list of whom you follow'], // NIP-02
  4: ['send a direct message', 'a direct message'], // NIP-04
  5: ['ask for events to be deleted', 'a deletion request'], // NIP-09
  6: ['repost a note', 'a repost'], // NIP-18
  7: ['react to something', 'a reaction'], // NIP-25
  8: ['award a badge', 'a badge award'], // NIP-58
  9: ['write in a chat', 'a chat message'], // NIP-C7
  11: ['start a thread', 'a thread'], // NIP-7D
  13: ['seal a private message', 'the seal of a private message'], // NIP-59
  14: ['sign a private message that must stay unsigned', 'an unsigned private message'], // NIP-17
  15: ['sign a private file message that must stay unsigned', 'an unsigned file message'], // NIP-17
  16: ['repost something', 'a repost'], // NIP-18
  17: ['react to a website', 'a reaction to a website'], // NIP-25
  20: ['publish a picture', 'a picture'], // NIP-68
  21: ['publish a video', 'a video'], // NIP-71
  22: ['publish a short video', 'a short video'], // NIP-71
  24: ['send a public message', 'a public message'], // NIP-A4
  40: ['open a public channel', 'a public channel'], // NIP-28
  41: ['describe a public channel', "a channel's description"], // NIP-28
  42: ['write in a public channel', 'a channel message'], // NIP-28
  43: ['hide a message of a channel', 'a hidden channel message'], // NIP-28
  44: ['mute someone in a channel', 'a muted channel member'], // NIP-28
  54: ['publish a podcast episode', 'a podcast episode'], // NIP-F4
  62: ['ask relays to delete everything of you', 'a request to vanish'], // NIP-62
  64: ['publish a game of chess', 'a game of chess'], // NIP-64
  78: ["save an app's data", "an app's data"], // NIP-78
  443: ['publish a key for group messages', 'a group messaging key'], // NIP-EE
  444: ['invite someone to a private group', 'a group invitation'], // NIP-EE
  445: ['write in a private group', "a private group's message"], // NIP-EE
  818: ['ask for a merge of wiki articles', 'a merge request'], // NIP-54
  1018: ['vote in a poll', 'a vote'], // NIP-88
  1021: ['bid in an auction', 'a bid'], // NIP-15
  1022: ['confirm a bid', 'a confirmed bid'], // NIP-15
  1040: ['attest when an event existed', 'a timestamp'], // NIP-03
  1059: ['wrap a private message', 'a wrapped private message'], // NIP-59
  1063: ['describe a file', "a file's description"], // NIP-94
  1068: ['start a poll', 'a poll'], // NIP-88
  1111: ['comment on something', 'a comment'], // NIP-22
  1222: ['publish a voice message', 'a voice message'], // NIP-A0
  1234: ['save a step of a draft', 'a step of a draft'], // NIP-37
  1244: ['comment by voice', 'a voice comment'], // NIP-A0
  1311: ['write in a live chat', 'a live chat message'], // NIP-53
  1337: ['publish a piece of code', 'a piece of code'], // NIP-C0
  1617: ['send a patch', 'a patch'], // NIP-34
  1618: ['open a pull request', 'a pull request'], // NIP-34
  1619: ['update a pull request', 'an update of a pull request'], // NIP-34
  1621: ['open an issue', 'an issue'], // NIP-34
  1622: ['answer an issue', 'an answer to an issue'], // NIP-34
  1630: ['change the state of an issue', "an issue's state"], // NIP-34
  1984: ['report someone or something', 'a report'], // NIP-56
  1985: ['label something', 'a label'], // NIP-32
  2003: ['publish a torrent', 'a torrent'], // NIP-35
  2004: ['comment on a torrent', 'a torrent comment'], // NIP-35
  4550: ['approve a post in a community', 'an approved post'], // NIP-72
  5128: ['keep a state of your website', 'a state of your website'], // NIP-5A
  7374: ['reserve ecash', 'reserved ecash'], // NIP-60
  7375: ['save your ecash', 'your ecash'], // NIP-60
  7376: ['write down an ecash payment', "an ecash payment's record"], // NIP-60
  7516: ['log a geocache', 'a geocache log'], // NIP-CC
  7517: ['prove that you found a geocache', 'a proof of a geocache'], // NIP-CC
  8000: ["take someone into a relay's members", 'a new member of a relay'], // NIP-43
  8001: ["remove someone from a relay's members", 'a removed member of a relay'], // NIP-43
  9000: ['administer a group', "a group's administration"], // NIP-29
  9021: ['ask to join a group', 'a request to join a group'], // NIP-29
  9022: ['leave a group', 'leaving a group'], // NIP-29
  9041: ['set a goal for zaps', 'a goal for zaps'], // NIP-75
  9321: ['pay someone in ecash', 'an ecash payment'], // NIP-61
  9734: ['ask for a zap', 'a zap request'], // NIP-57
  9735: ['confirm a zap', 'a zap receipt'], // NIP-57
  9802: ['highlight a text', 'a highlight'], // NIP-84
  10000: ['change whom and what you mute', 'your mute list'], // NIP-51
  10001: ['change what you have pinned', 'your pinned notes'], // NIP-51
  10002: ['change which relays you use', 'your relay list'], // NIP-65
  10003: ['change your bookmarks', 'your bookmarks'], // NIP-51
  10004: ['change your communities', 'your communities'], // NIP-51
  10005: ['change your public chats', 'your public chats'], // NIP-51
  10006: ['change which relays you block', 'your blocked relays'], // NIP-51
  10007: ['change which relays you search', 'your search relays'], // NIP-51
  10008: ['change the badges on your profile', 'the badges on your profile'], // NIP-58
  10009: ['change your groups', 'your groups'], // NIP-51
  10011: ['change your accounts elsewhere', 'your accounts elsewhere'], // NIP-39
  10012: ['change your favourite relays', 'your favourite relays'], // NIP-51
  10013: ['change the relays for your private events', 'the relays for your private events'], // NIP-37
  10015: ['change your interests', 'your interests'], // NIP-51
  10019: ['change how you are paid in ecash', 'how you are paid in ecash'], // NIP-61
  10020: ['change whose media you follow', 'whose media you follow'], // NIP-51
  10030: ['change your emojis', 'your emojis'], // NIP-51
  10050: ['change where you get private messages', 'your relays for private messages'], // NIP-17
  10051: ['change where group messaging keys are found', 'your relays for group messaging keys'], // NIP-EE
  10054: ['change your favourite podcasts', 'your favourite podcasts'], // NIP-51
  10063: ['change where your files are kept', 'your file servers'], // NIP-B7
  10064: ['change the podcasts you make', 'the podcasts you make'], // NIP-51
  10096: ['change where your files are uploaded', 'your upload servers'], // NIP-96
  10154: ['describe your podcast', 'your podcast'], // NIP-F4
  10166: ['announce a relay monitor', 'a relay monitor'], // NIP-66
  10312: ['say that you are in a room', 'your presence in a room'], // NIP-53
  13194: ['announce a wallet', "a wallet's description"], // NIP-47
  13534: ["change a relay's members", "a relay's members"], // NIP-43
  15128: ['change your website', 'your website'], // NIP-5A
  17375: ['change your ecash wallet', 'your ecash wallet'], // NIP-60
  22242: ['log in to a relay', 'a login at a relay'], // NIP-42
  23194: ['tell a wallet what to do', 'an instruction to a wallet'], // NIP-47
  23195: ['answer as a wallet', "a wallet's answer"], // NIP-47
  24133: ['speak as a remote signer', 'a remote signing message'], // NIP-46
  24242: ['upload or delete files', 'a login at a file server'], // NIP-B7
  27235: ['log in to a website', 'a login at a website'], // NIP-98
  28934: ['ask to join a relay', 'a request to join a relay'], // NIP-43
  28935: ['ask for an invitation to a relay', 'a request for an invitation'], // NIP-43
  28936: ['leave a relay', 'leaving a relay'], // NIP-43
  30000: ['change a list of people', 'a list of people'], // NIP-51
  30002: ['change a list of relays', 'a list of relays'], // NIP-51
  30003: ['change a list of bookmarks', 'a list of bookmarks'], // NIP-51
  30004: ['change a collection', 'a collection'], // NIP-51
  30005: ['change a list of videos', 'a list of videos'], // NIP-51
  30006: ['change a list of pictures', 'a list of pictures'], // NIP-51
  30007: ['change a list of what you mute', 'a list of what you mute'], // NIP-51
  30008: ['change a list of badges', 'a list of badges'], // NIP-51
  30009: ['define a badge', 'a badge'], // NIP-58
  30015: ['change a list of interests', 'a list of interests'], // NIP-51
  30017: ['change a stall', 'a stall'], // NIP-15
  30018: ['change a product', 'a product'], // NIP-15
  30019: ['change a marketplace', 'a marketplace'], // NIP-15
  30020: ['change a product in an auction', 'a product in an auction'], // NIP-15
  30023: ['publish an article', 'an article'], // NIP-23
  30024: ['save the draft of an article', 'the draft of an article'], // NIP-23
  30030: ['change a set of emojis', 'a set of emojis'], // NIP-51
  30063: ['publish a release', 'a release'], // NIP-51
  30078: ["save an app's settings", "an app's settings"], // NIP-78
  30166: ['describe a relay', "a relay's description"], // NIP-66
  30267: ['change a collection of apps', 'a collection of apps'], // NIP-51
  30311: ['announce a live stream', 'a live stream'], // NIP-53
  30312: ['announce a room', 'a room'], // NIP-53
  30313: ['announce a meeting', 'a meeting'], // NIP-53
  30315: ['change your status', 'your status'], // NIP-38
  30382: ['rate someone or something', 'a rating'], // NIP-85
  30402: ['offer something for sale', 'an offer'], // NIP-99
  30403: ['save the draft of an offer', 'the draft of an offer'], // NIP-99
  30617: ['announce a code repository', 'a code repository'], // NIP-34
  30618: ["announce a repository's state", "a repository's state"], // NIP-34
  30818: ['publish a wiki article', 'a wiki article'], // NIP-54
  30819: ['redirect a wiki article', 'a wiki redirect'], // NIP-54
  31234: ['save a draft', 'a draft'], // NIP-37
  31922: ['change an all-day event in a calendar', 'an all-day event'], // NIP-52
  31923: ['change an event in a calendar', 'an event in a calendar'], // NIP-52
  31924: ['change a calendar', 'a calendar'], // NIP-52
  31925: ['answer an invitation in a calendar', 'an answer to an invitation'], // NIP-52
  31989: ['recommend an app', 'a recommended app'], // NIP-89
  31990: ['describe an app', "an app's description"], // NIP-89
  34235: ['publish a video', 'a video'], // NIP-71
  34236: ['publish a short video', 'a short video'], // NIP-71
  34550: ['change a community', 'a community'], // NIP-72
  35128: ['change a named website', 'a named website'], // NIP-5A
  37516: ['describe a geocache', 'a geocache'], // NIP-CC
  37517: ['change a list of geocaches', 'a list of geocaches'], // NIP-CC
  38172: ['announce an ecash mint', 'an ecash mint'], // NIP-87
  38173: ['announce a federated mint', 'a federated mint'], // NIP-87
  38383: ['offer a trade', 'an offered trade'], // NIP-69
  39000: ['describe a group', "a group's description"], // NIP-29
  39089: ['change a starter pack', 'a starter pack'], // NIP-51
  39092: ['change a media starter pack', 'a media starter pack'], // NIP-51
  39701: ['bookmark a website', 'a bookmarked website'], // NIP-B0
} as const

/** Permissions that an app requests, each as the beginning of a sentence. For one kind of event, see `kinds`. */
export const wishes = {
  nip44_encrypt: 'encrypt messages',
  nip44_decrypt: 'read every message that was sent to you',
  nip04_encrypt: 'encrypt messages in the older cipher',
  nip04_decrypt: 'read every message that was sent to you in the older cipher',
  sign_event: 'sign everything, of any kind',
  unknownKind: (kind: number) => `sign events of kind ${kind}, which is unknown`,
} as const

/** Stands for any value in a text. */
export const ANY = '\ue000'
/** Stands for any number in a text: no text of ours has 777, and no language groups its digits. */
export const NUMBER = 777

/** Matches a whole text, with any value in the place of `ANY` and any number in the place of `NUMBER`. */
export const like = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(ANY, '\\S.*')
      .replaceAll(String(NUMBER), '\\d+')}$`,
  )

/** In a text's place for a value, where a test knows no more of it than that something stands there. */
export const ANY = '\ue000'
/** The same for a number: no text of ours has it, and no language writes it in groups. */
export const NUMBER = 777

/** What matches a text whatever stands in it for `ANY` and `NUMBER`, and nothing around it. */
export const like = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(ANY, '\\S.*')
      .replaceAll(String(NUMBER), '\\d+')}$`,
  )

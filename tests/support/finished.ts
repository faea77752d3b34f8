/** Runs all steps of a job. @returns its result */
export function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

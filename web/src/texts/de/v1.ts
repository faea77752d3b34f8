import type { firstGenerationDialog as english } from '#contract/texts/v1.ts'
import type { Translation } from '#contract/translation.ts'

export const firstGenerationDialog: Translation<typeof english> = {
  title: 'Was Schlüsseldaten der ersten Generation bedeuten',
  lead:
    'Dein Schlüssel ist aufgeteilt, damit ihn kein einzelnes Gerät hat. Im Protokoll 1.x, für das diese ' +
    'Schlüsseldaten erstellt wurden, schützt dich die Aufteilung weniger, als du erwarten würdest.',
  sections: [
    {
      title: 'Was geschehen kann',
      points: [
        'Für jede 1.x-Signatur gibt dieser Signierer dem anderen Gerät einen Teil davon. Alle seine Teile ' +
          'entstehen aus denselben verborgenen Zahlen, darum genügen drei, um deinen Anteil zu errechnen.',
        'Die Gruppendaten zusammen mit ein paar Signaturen, die du veröffentlicht hast, genügen, um den ' +
          'ganzen Schlüssel zu errechnen.',
        'Wer den Schlüssel hat, kann in deinem Namen signieren und lesen, was für dich verschlüsselt ist. ' +
          'Du würdest es nicht merken, und es lässt sich nicht zurücknehmen.',
      ],
    },
    {
      title: 'Wer es tun könnte',
      points: [
        'Jedes Gerät, das von diesem Signierer drei Teilsignaturen bekommen hat. Die Geräteliste zählt ' +
          'sie für jedes Gerät. Wo zwei Anteile zum Signieren genügen, erfährt ein Gerät außerdem eine aus ' +
          'jeder Signatur, um die dieser Signierer es bittet; diese sind mitgezählt.',
        'Alle, die an die Gruppendaten kommen. Jedes Gerät des Schlüsselsatzes hat eine Kopie davon, ' +
          'und seine Sicherungen ebenfalls.',
      ],
    },
    {
      title: 'Was du tun solltest',
      points: [
        'Halte die Gruppendaten so geheim wie einen Anteil: kein Chat, keine E-Mail, kein Screenshot.',
        'Nutze wenige Geräte, und nur solche, denen du den ganzen Schlüssel anvertrauen würdest.',
        'Geh davon aus, dass ein Gerät mit drei oder mehr Teilsignaturen deinen Anteil kennt. Schaltest du ' +
          'es ab, bekommt es keine weiteren, behält aber die, die es hat.',
        'Sind die Gruppendaten womöglich nach außen gelangt, geh davon aus, dass andere den Schlüssel ' +
          'kennen, und wechsle zu einem neuen. Neue Anteile des alten Schlüssels helfen dann nicht.',
      ],
    },
    {
      title: 'Was es heilt und was nicht',
      points: [
        'Das Protokoll 2026 bildet jede Signatur aus frischen Zahlen. Dieser Signierer spricht es mit ' +
          'demselben Anteil, mit jedem Gerät, das es auch tut; die anderen brauchen ein Update.',
        'Damit ist das Leck geschlossen. Was zuvor in 1.x signiert wurde, wird dadurch nicht ungeschehen.',
      ],
    },
  ],
}

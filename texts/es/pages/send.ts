import type { texts as english } from '../../en/pages/send.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Enviar un enlace',
  lead: 'Cuatro formas de traer un enlace sin copiarlo. Queda en el campo, y nada empieza hasta que pulsas Ver formatos.',
  onThisPage: 'En esta página',
  parts: {
    address: {
      title: 'Delante de la dirección',
      intro: 'En cualquier navegador y dispositivo.',
      steps: [
        'Abre la página del vídeo, la canción o el episodio.',
        'Pon la dirección de este sitio delante de la dirección de esa página, con una barra entre las dos.',
        'Pulsa Intro. El enlace queda en el campo.',
      ],
      after: 'Los enlaces de plataformas que conocemos también funcionan sin https:// al principio.',
    },
    bookmark: {
      title: 'Como marcador',
      intro: 'En el navegador de un ordenador.',
      steps: [
        'Muestra la barra de marcadores: Ctrl+Mayús+B, o Cmd+Mayús+B en un Mac.',
        'Arrastra este botón hasta la barra.',
        'En una página con algo que guardar, pulsa el marcador. El enlace de esa página se abre aquí en otra pestaña.',
      ],
      after:
        'Sin arrastrar: crea un marcador de cualquier página, edítalo y cambia su dirección por este texto. Unos pocos sitios prohíben este tipo de marcadores; allí sirve la primera forma.',
    },
    iphone: {
      title: 'En el iPhone y el iPad',
      intro: 'Con la app Atajos de Apple.',
      steps: [
        'Abre Atajos, toca + y llama {name} al atajo nuevo.',
        'Añade la acción Abrir URL.',
        'Pega en su campo el texto de abajo. Justo detrás, inserta la variable Entrada de atajo.',
        'Toca la i y activa Mostrar en la hoja para compartir.',
        'A partir de ahora, en una app o en Safari, toca Compartir y luego {name}.',
      ],
      after: 'En otras versiones, Apple puede llamar a estos botones de forma algo distinta.',
    },
    android: {
      title: 'En Android',
      intro: 'Desde el menú de compartir de otras aplicaciones.',
      steps: [
        'Abre este sitio en Chrome y elige Añadir a pantalla de inicio en el menú.',
        'En otra aplicación, toca Compartir y luego {name}.',
      ],
      after:
        'Lo que compartes con el sitio instalado empieza solo, porque nadie más que tú puede compartirlo. Un único elemento se guarda en cuanto está listo.',
    },
  },
  bookmark: 'Guardar con {name}',
  drag: 'Arrastra este botón a la barra de marcadores. Aquí no hace nada.',
}

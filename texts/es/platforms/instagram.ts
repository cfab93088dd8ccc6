import type { texts as english } from '../../en/platforms/instagram.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Reels, vídeos y fotos de cuentas públicas de Instagram, sin aplicación y sin entregar una contraseña.',
  linkForms: [
    'instagram.com/reel/… y /reels/… – un reel',
    'instagram.com/p/… – una publicación: un vídeo, una foto o varios',
    'instagram.com/tv/… – un antiguo vídeo de IGTV',
    'instagram.com/name/reel/… – con el nombre de la cuenta',
    'instagram.com/share/… – el enlace de compartir más nuevo',
  ],
  notice:
    'Instagram muestra a los desconocidos solo unas pocas publicaciones antes de pedir que inicien sesión, y a un servidor se le acaban pronto. Cuando lo pide para tu enlace, la página lo dice.',
  features: [
    {
      title: 'Una del carrusel',
      text: 'Cuando una publicación tiene varias fotos o vídeos, se muestran todos y tú eliges.',
    },
    {
      title: 'Vertical como se grabó',
      text: 'Los reels mantienen su forma 9:16. No se recorta nada ni se añaden barras.',
    },
    {
      title: 'Nunca una contraseña',
      text: 'Un sitio que pide tu inicio de sesión de Instagram para guardar un reel quiere tu cuenta. Aquí no hay campo para eso.',
    },
  ],
  tips: [
    'Mira la cuenta en una ventana privada: un candado bajo su nombre significa que solo sus seguidores ven las publicaciones.',
    'Las historias y las destacadas son para quien ha iniciado sesión y no se pueden obtener aquí.',
    'La dirección de un perfil o de la página de una canción lleva a muchas publicaciones; toca una y copia su enlace.',
  ],
  questions: [
    {
      question: '¿Por qué una publicación pública de Instagram exige iniciar sesión?',
      answer:
        'Limita lo que pueden ver los desconocidos, por dirección y por hora. Algunas publicaciones públicas están tras ese muro para todo el que no tiene cuenta. Otro intento más tarde puede pasar.',
    },
    {
      question: '¿Puedo descargar fotos de Instagram?',
      answer:
        'Sí. Pega el enlace de la publicación: una foto se ofrece en JPG, varias se muestran en lista. Las fotos de una publicación también se pueden guardar juntas en un ZIP.',
    },
    {
      question: '¿Se pueden las historias de Instagram?',
      answer:
        'No. Una historia se muestra un día a cuentas con sesión iniciada, y su dueño ve quién miró. A un servidor desconocido nunca se le deja entrar.',
    },
    {
      question: '¿Un reel guardado tiene el sonido original?',
      answer:
        'Tiene lo que suena en Instagram: voz y canción mezcladas. Donde se retiró una canción para tu país o el nuestro, esa parte está en silencio.',
    },
    {
      question: '¿Se avisa a la persona de que guardé su reel?',
      answer:
        'Nosotros no, e Instagram no sabe de ninguna descarga, porque el archivo pasa por nuestro servidor. Aun así, pregunta antes de volver a publicar el trabajo de alguien.',
    },
  ],
}

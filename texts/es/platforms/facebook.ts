import type { texts as english } from '../../en/platforms/facebook.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'es', typeof english> = {
  intro:
    'Vídeos y reels de páginas, perfiles y grupos abiertos de Facebook. Copia la dirección del menú de compartir; los enlaces de fb.watch también sirven.',
  linkForms: [
    'facebook.com/watch/?v=… – un vídeo en Watch',
    'facebook.com/name/videos/… – en una página o un perfil',
    'facebook.com/reel/… – un reel',
    'facebook.com/share/v/… y /share/r/… – lo que copia la aplicación',
    'facebook.com/name/posts/… y story.php – una publicación con un vídeo',
    'fb.watch/… – el enlace corto',
    'm.facebook.com y web.facebook.com – las mismas direcciones allí',
  ],
  notice:
    'Facebook pide iniciar sesión para muchos de sus vídeos, también públicos, y se lo pide más a los servidores que a las personas. Cuando lo hace, la página te lo dice.',
  features: [
    {
      title: 'De 480p a 1080p',
      text: 'La mayoría de lo subido existe en definición estándar y alta. Cuáles conserva Facebook lo decide la subida, no nosotros.',
    },
    {
      title: 'Resuelve enlaces',
      text: 'Los enlaces de compartir de la aplicación no dicen nada del vídeo; se siguen hasta encontrar la publicación real.',
    },
    {
      title: 'Directos pasados',
      text: 'Un directo se vuelve un vídeo normal cuando termina, y entonces se puede guardar como cualquier otro.',
    },
  ],
  tips: [
    'El pequeño globo junto a la fecha significa público. Dos cabezas o un candado significan que ningún enlace nos servirá.',
    'En la aplicación: Compartir y luego Copiar enlace; en un ordenador: clic derecho en la fecha de la publicación y copiar su dirección.',
    'Un enlace de historias necesita una cuenta y desaparece en un día, así que se rechaza.',
  ],
  questions: [
    {
      question: '¿Por qué Facebook pide iniciar sesión si el vídeo es público?',
      answer:
        'Facebook lo decide visita a visita: unos ven el vídeo, otros un formulario. Prueba el enlace en una ventana privada. Si allí se ve sin iniciar sesión, pégalo otra vez pasados unos minutos.',
    },
    {
      question: '¿Funcionan los vídeos de grupos de Facebook?',
      answer:
        'De grupos públicos, sí: copia la dirección de la propia publicación. Lo que se publica en un grupo privado se queda entre sus miembros.',
    },
    {
      question: '¿Por qué en Facebook solo hay SD y HD?',
      answer:
        'Los vídeos antiguos se guardaron en esos dos tamaños. Los nuevos llevan una escala de resoluciones, y entonces cada una se muestra con su tamaño.',
    },
    {
      question: '¿Un reel de Facebook conserva su música?',
      answer:
        'Normalmente. Si quien tiene los derechos silenció la canción, el reel está en silencio también en Facebook y el archivo no puede recuperarla.',
    },
  ],
}

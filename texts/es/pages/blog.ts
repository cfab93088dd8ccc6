import type { texts as english } from '../../en/pages/blog.ts'
import type { In } from '../../shape.ts'

export const texts: In<'es', typeof english> = {
  title: 'Blog',
  lead: 'Artículos claros sobre guardar contenido: cómo funcionan los formatos, qué dice la ley y qué esperar de cada plataforma.',
  read: 'Leer el artículo entero',
  here: 'Leer aquí',
  tags: 'Etiquetas',
  like: 'Gusta',
  likes: { one: 'Me gusta, {n}', many: 'Me gusta, {n}', other: 'Me gusta, {n}' },
  share: 'Compartir',
  copied: '¡Enlace copiado al portapapeles!',
  copyFailed: 'No se pudo copiar el enlace.',
  explore: 'Explorar más temas',
  topics: {
    formats: { title: 'Formatos de vídeo', text: 'Contenedores, códecs y qué se ve dónde.' },
    legal: { title: 'Guías legales', text: 'Derechos de autor, uso legítimo y licencias.' },
    platforms: { title: 'Plataformas', text: 'Qué esperar de cada plataforma.' },
    tips: { title: 'Consejos de calidad', text: 'Próximamente' },
  },
  askTips: 'Los consejos de calidad están en nuestra guía de formatos de vídeo. ¿Quieres leerla?',
  yes: 'Sí',
  no: 'No',
  back: 'Volver al blog',
  backToAll: 'Volver a los artículos',
  related: 'Artículos afines',
}

/* afterburner container: print what puts the module into the containers of an image that somebody else has made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/text/say.h"

/* The image of packaging/oci.py: its program copies module, command and configuration into TARGET, as this user. */
#define OWN_IMAGE "afterburner:" AB_VERSION
#define TARGET "/target"
#define OWN_USER "65532"

/* Where the containers see them: openssl.cnf there names the module by this path. */
#define FOLDER "/afterburner"
#define CONF FOLDER "/openssl.cnf"

const char ab_container_usage[] =
    "Usage: afterburner container init|compose|kubernetes [--from IMAGE] [IMAGE]\n"
    "Prints what puts Afterburner into containers of IMAGE, which stays as it is: a container that copies the module\n"
    "and a configuration into a volume, and the variable OPENSSL_CONF.\n"
    "\n"
    "  init               the init container, volume and variable, as a patch for a deployment of Kubernetes\n"
    "  compose            a compose.yaml\n"
    "  kubernetes         a deployment of Kubernetes\n"
    "\n"
    "  --from IMAGE       the image of Afterburner, instead of " OWN_IMAGE "\n";

struct images {
    const char *own, *somebodys;
};

static void print_restrictions(void)
{
    printf("          securityContext:\n"
           "            runAsNonRoot: true\n"
           "            runAsUser: " OWN_USER "\n"
           "            runAsGroup: " OWN_USER "\n"
           "            readOnlyRootFilesystem: true\n"
           "            allowPrivilegeEscalation: false\n"
           "            capabilities:\n"
           "              drop: [\"ALL\"]\n"
           "            seccompProfile:\n"
           "              type: RuntimeDefault\n");
}

static void print_init_container(const struct images *images)
{
    printf("      initContainers:\n"
           "        # Copies Afterburner into the volume, and ends.\n"
           "        - name: afterburner\n"
           "          image: \"%s\"\n",
           images->own);
    print_restrictions();
    printf("          volumeMounts:\n"
           "            - name: afterburner\n"
           "              mountPath: " TARGET "\n");
}

static void print_container(const char *name, const char *image)
{
    printf("      containers:\n"
           "        - name: %s\n",
           name);
    if (image != NULL)
        printf("          image: \"%s\"\n", image);
    printf("          env:\n"
           "            # The file includes the image's own openssl.cnf.\n"
           "            - name: OPENSSL_CONF\n"
           "              value: " CONF "\n"
           "          volumeMounts:\n"
           "            - name: afterburner\n"
           "              mountPath: " FOLDER "\n"
           "              readOnly: true\n");
}

static void print_volume(void)
{
    printf("      volumes:\n"
           "        - name: afterburner\n"
           "          emptyDir:\n"
           "            sizeLimit: 16Mi\n");
}

static void print_init(const struct images *images)
{
    printf("# Write the name of the deployment's container for CONTAINER, then:\n"
           "# kubectl patch deployment NAME --patch-file THIS_FILE\n"
           "spec:\n"
           "  template:\n"
           "    spec:\n");
    print_init_container(images);
    print_container("CONTAINER", images->somebodys);
    print_volume();
}

static void print_kubernetes(const struct images *images)
{
    printf("apiVersion: apps/v1\n"
           "kind: Deployment\n"
           "metadata:\n"
           "  name: app\n"
           "spec:\n"
           "  selector:\n"
           "    matchLabels:\n"
           "      app: app\n"
           "  template:\n"
           "    metadata:\n"
           "      labels:\n"
           "        app: app\n"
           "    spec:\n");
    print_init_container(images);
    print_container("app", images->somebodys == NULL ? "IMAGE" : images->somebodys);
    print_restrictions();
    print_volume();
}

static void print_compose(const struct images *images)
{
    printf("services:\n"
           "  # Copies Afterburner into the volume, and ends.\n"
           "  afterburner:\n"
           "    image: \"%s\"\n"
           "    user: \"" OWN_USER ":" OWN_USER "\"\n"
           "    read_only: true\n"
           "    cap_drop: [\"ALL\"]\n"
           "    security_opt: [\"no-new-privileges:true\"]\n"
           "    network_mode: none\n"
           "    volumes:\n"
           "      - afterburner:" TARGET "\n"
           "  app:\n"
           "    image: \"%s\"\n"
           "    depends_on:\n"
           "      afterburner:\n"
           "        condition: service_completed_successfully\n"
           "    user: \"" OWN_USER ":" OWN_USER "\"\n"
           "    read_only: true\n"
           "    cap_drop: [\"ALL\"]\n"
           "    security_opt: [\"no-new-privileges:true\"]\n"
           "    environment:\n"
           "      # The file includes the image's own openssl.cnf.\n"
           "      OPENSSL_CONF: " CONF "\n"
           "    volumes:\n"
           "      - afterburner:" FOLDER ":ro\n"
           "volumes:\n"
           "  afterburner: {}\n",
           images->own, images->somebodys == NULL ? "IMAGE" : images->somebodys);
}

/* Names of images have letters, digits and these marks only, so that they can stand in quotation marks. */
static void check_image(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/@-";

    if (*name != '\0' && strchr("._:/@-", *name) == NULL && name[strspn(name, allowed)] == '\0')
        return;
    ab_say_error("%s is no name of an image", *name == '\0' ? "an empty text" : name);
    exit(AB_EXIT_ERROR);
}

static const struct kind {
    const char *name;
    void (*print)(const struct images *images);
} kinds[] = { { "init", print_init }, { "compose", print_compose }, { "kubernetes", print_kubernetes } };

static const struct kind *find_kind(const char *name)
{
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (name != NULL && strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

int ab_container_main(int argc, char **argv)
{
    static const struct option options[] = { { "from", required_argument, NULL, 'f' }, AB_COMMON_OPTIONS, { 0 } };
    struct images images = { .own = OWN_IMAGE };
    const struct kind *kind;

    while (ab_next_short_option(argc, argv, ":hV", options) != -1)
        images.own = optarg;
    kind = find_kind(argv[optind]); /* NULL behind the last argument */
    if (kind == NULL) {
        ab_say_error("say init, compose or kubernetes; see afterburner container --help");
        return AB_EXIT_ERROR;
    }
    if (++optind < argc)
        images.somebodys = argv[optind++];
    ab_no_more_arguments(argc, argv);
    check_image(images.own);
    if (images.somebodys != NULL)
        check_image(images.somebodys);
    kind->print(&images);
    return AB_EXIT_OK;
}
